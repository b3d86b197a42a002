import { type ReactNode, useEffect, useState } from 'react'
import { LanguageProvider } from './language'
import { classNames } from '@/lib/class-names'
import { Page } from '@/ui/page'
import { PageHeader } from '@/ui/page-header'

export type GuideSection = { id: string; title: string; content: ReactNode }

type GuideProps = {
  title: string
  lead: string
  above?: ReactNode
  /** Under the title: the facts that one comes back for. */
  opening?: ReactNode
  sections: readonly GuideSection[]
  /** Where to read on. */
  next?: ReactNode
}

/** A page to be read from the top and to be come back to: its index stays in sight beside it. */
export function Guide({ title, lead, above, opening, sections, next }: GuideProps) {
  return (
    <LanguageProvider>
      <Page>
        <PageHeader title={title} description={lead} above={above} />
        {opening}
        <div className="grid grid-cols-1 gap-x-12 gap-y-8 pt-6 lg:grid-cols-12">
          <Index sections={sections} />
          <div className="flex min-w-0 flex-col gap-12 lg:col-span-9">
            {sections.map((section, at) => (
              <section key={section.id} aria-labelledby={section.id} className="flex flex-col gap-4">
                <h2 id={section.id} className="flex gap-3 border-t border-line pt-6 text-xl font-semibold">
                  <span aria-hidden className="figures pt-0.5 text-base font-normal text-muted">
                    {numberOf(at)}
                  </span>
                  {section.title}
                </h2>
                {section.content}
              </section>
            ))}
            {next && <p className="border-t border-line pt-6">{next}</p>}
          </div>
        </div>
      </Page>
    </LanguageProvider>
  )
}

function numberOf(at: number): string {
  return String(at + 1).padStart(2, '0')
}

/** Beside the text where there is room; on a narrow screen folded away above it. */
function Index({ sections }: Pick<GuideProps, 'sections'>) {
  const inSight = useSectionInSight(sections.map(({ id }) => id))
  return (
    <nav aria-label="Nesta página" className="lg:col-span-3">
      <details className="rounded border border-line bg-raised lg:hidden">
        <summary className="flex min-h-12 cursor-pointer items-center px-4 text-sm font-medium">
          Nesta página
        </summary>
        <Links sections={sections} className="px-4 pb-2" />
      </details>
      <Links
        sections={sections}
        inSight={inSight}
        className="max-h-[calc(100dvh-8rem)] overflow-y-auto max-lg:hidden lg:sticky lg:top-24"
      />
    </nav>
  )
}

type LinksProps = Pick<GuideProps, 'sections'> & { inSight?: string | undefined; className: string }

function Links({ sections, inSight, className }: LinksProps) {
  return (
    <ol className={classNames('flex flex-col text-sm', className)}>
      {sections.map(({ id, title }, at) => (
        <li key={id}>
          <a
            href={`#${id}`}
            aria-current={id === inSight ? 'location' : undefined}
            className="flex min-h-9 items-center gap-3 border-l-2 border-line pl-3 text-muted hover:text-ink aria-[current]:border-accent-mark aria-[current]:font-medium aria-[current]:text-ink"
          >
            <span aria-hidden className="figures text-xs">
              {numberOf(at)}
            </span>
            {title}
          </a>
        </li>
      ))}
    </ol>
  )
}

/** The section in view: the last one whose heading has passed the upper third of the screen. */
function useSectionInSight(ids: readonly string[]): string | undefined {
  const [inSight, setInSight] = useState<string>()
  const joined = ids.join(' ')
  useEffect(() => {
    const headings = joined.split(' ').flatMap((id) => document.getElementById(id) ?? [])
    function look() {
      const line = window.innerHeight / 3
      const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
      const passed = headings.filter((heading) => heading.getBoundingClientRect().top <= line)
      setInSight((atEnd ? headings : passed).at(-1)?.id)
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [joined])
  return inSight
}
