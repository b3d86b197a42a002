import { useOperator } from '@/api/config'
import { Page } from '@/ui/page'
import { PageHeader } from '@/ui/page-header'

/** A paragraph, or the items of a list. */
type Block = string | readonly string[]
export type LegalSection = { id: string; title: string; blocks: readonly Block[] }

type LegalDocumentProps = { title: string; updated: string; sections: readonly LegalSection[] }

/** A numbered document with its index beside it; the last section is the contact. */
export function LegalDocument({ title, updated, sections }: LegalDocumentProps) {
  return (
    <Page>
      <PageHeader title={title} description={`Última atualização: ${updated}`} />
      <div className="grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-12">
        <Index sections={sections} />
        <div className="flex max-w-measure min-w-0 flex-col gap-10 lg:col-span-8">
          {sections.map((section, index) => (
            <section key={section.id} aria-labelledby={section.id} className="flex flex-col gap-3">
              <h2 id={section.id} className="text-xl font-semibold">
                {index + 1}. {section.title}
              </h2>
              {section.blocks.map((block, position) => (
                <BlockText key={position} block={block} />
              ))}
              {index === sections.length - 1 && <Contact />}
            </section>
          ))}
        </div>
      </div>
    </Page>
  )
}

function Index({ sections }: Pick<LegalDocumentProps, 'sections'>) {
  return (
    <nav aria-label="Nesta página" className="lg:col-span-4">
      <ol className="flex flex-col border-t border-line text-sm lg:sticky lg:top-24">
        {sections.map((section, index) => (
          <li key={section.id} className="border-b border-line">
            <a
              href={`#${section.id}`}
              className="flex min-h-10 items-center gap-3 text-muted hover:text-ink hover:underline"
            >
              <span aria-hidden className="figures">
                {String(index + 1).padStart(2, '0')}
              </span>
              {section.title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function BlockText({ block }: { block: Block }) {
  if (typeof block === 'string') return <p>{block}</p>
  return (
    <ul className="flex list-disc flex-col gap-1.5 pl-5 marker:text-muted">
      {block.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}

function Contact() {
  const { contact, operator, officer } = useOperator()
  return (
    <>
      <p>{operator}</p>
      <p>Encarregado pelo tratamento de dados pessoais (LGPD, art. 41): {officer}.</p>
      <p>
        E-mail:{' '}
        <a href={`mailto:${contact}`} className="font-medium break-words underline underline-offset-4">
          {contact}
        </a>
      </p>
    </>
  )
}
