import { Link } from 'react-router'
import { Button } from '@/ui/button'
import { Container } from '@/ui/container'

type Call = { label: string; to: string }

/** The end of a public page: one sentence and what to do next. */
export function ClosingCall({
  title,
  lead,
  action,
  other,
}: {
  title: string
  lead: string
  action: Call
  other?: Call
}) {
  return (
    <section aria-label={title} className="drawing-grid border-t border-line bg-sunken">
      <Container className="flex flex-col gap-8 py-14 sm:py-20 lg:flex-row lg:items-center lg:justify-between">
        <div className="flex max-w-measure flex-col gap-3">
          <h2 className="text-2xl font-semibold sm:text-3xl">{title}</h2>
          <p className="text-base text-muted sm:text-lg">{lead}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button asChild variant="primary" size="lg">
            <Link to={action.to}>{action.label}</Link>
          </Button>
          {other && (
            <Button asChild size="lg">
              <Link to={other.to}>{other.label}</Link>
            </Button>
          )}
        </div>
      </Container>
    </section>
  )
}
