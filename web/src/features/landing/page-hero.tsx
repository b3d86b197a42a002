import type { ReactNode } from 'react'
import { classNames } from '@/lib/class-names'
import { Container } from '@/ui/container'

type PageHeroProps = {
  title: string
  lead: string
  /** The home page speaks louder than the others. */
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
