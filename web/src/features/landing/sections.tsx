import { useId, type ReactNode } from 'react'
import { classNames } from '@/lib/class-names'
import { Container } from '@/ui/page'
import { Link } from 'react-router'
import { Button } from '@/ui/button'

type SectionProps = {
  title: string
  lead?: ReactNode
  /** Under the heading: a figure or a link. */
  aside?: ReactNode
  /** Heading at the left and content at its right, as on a data sheet; else one under the other. */
  split?: boolean
  className?: string
  children: ReactNode
}

/** A part of a public page, under a hairline and its own heading. */
export function Section({ title, lead, aside, split = false, className, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classNames('far-below border-t border-line', className)}>
      <Container
        className={classNames('grid grid-cols-1 gap-x-12 gap-y-8 py-14 sm:py-20', split && 'lg:grid-cols-12')}
      >
        <div className={classNames('flex min-w-0 flex-col gap-8', split && 'lg:col-span-5')}>
          <div className="flex flex-col gap-3">
            <h2 id={id} className="text-2xl font-semibold sm:text-3xl">
              {title}
            </h2>
            {lead && <p className="max-w-measure text-base text-muted sm:text-lg">{lead}</p>}
          </div>
          {aside}
        </div>
        <div className={classNames('min-w-0', split && 'lg:col-span-7')}>{children}</div>
      </Container>
    </section>
  )
}

export type Step = { title: string; text: string }

/** Numbered steps under hairlines. `level` keeps the page's headings in order. */
export function StepList({ steps, level = 4 }: { steps: readonly Step[]; level?: 3 | 4 }) {
  const Heading = `h${level}` as const
  return (
    <ol className="flex flex-col">
      {steps.map((step, index) => (
        <li key={step.title} className="flex gap-3 border-t border-line py-4">
          <span aria-hidden className="figures w-8 shrink-0 pt-0.5 text-sm text-muted">
            {String(index + 1).padStart(2, '0')}
          </span>
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <Heading className="text-base font-semibold">{step.title}</Heading>
            <p className="text-sm text-muted">{step.text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}

type PageHeroProps = {
  title: string
  lead: string
  /** A larger title, for the home page. */
  large?: boolean
  /** The page's main buttons. */
  actions?: ReactNode
  picture?: ReactNode
}

/** The opening of a public page, on drawing paper: what it is about, what to do, one picture. */
export function PageHero({ title, lead, large = false, actions, picture }: PageHeroProps) {
  return (
    <div className="drawing-grid">
      <Container
        className={classNames(
          'grid grid-cols-1 items-center gap-x-12 gap-y-10 py-12 sm:py-16',
          large && 'lg:py-20',
          picture !== undefined && 'lg:grid-cols-2',
        )}
      >
        <div className="flex min-w-0 flex-col items-start gap-6">
          <h1
            tabIndex={-1}
            className={classNames(
              'text-3xl font-semibold tracking-tight',
              large ? 'sm:text-4xl' : 'max-w-measure',
            )}
          >
            {title}
          </h1>
          <p className="max-w-measure text-lg text-pretty text-muted">{lead}</p>
          {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
        </div>
        {picture && <Figure>{picture}</Figure>}
      </Container>
    </div>
  )
}

/** A picture framed as on a drawing sheet. */
export function Figure({ children }: { children: ReactNode }) {
  return <div className="corner-ticks p-3 sm:p-4">{children}</div>
}

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
