import { Check, Copy } from 'lucide-react'
import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { classNames } from '@/lib/class-names'

export type CodeLanguage = 'js' | 'ts' | 'sh' | 'sql' | 'json'

/** The prefix of a comment line, which is drawn muted. */
const COMMENTS: Record<CodeLanguage, RegExp | undefined> = {
  js: /(?<=^|\s)\/\/ .*$/,
  ts: /(?<=^|\s)\/\/ .*$/,
  sh: /(?<=^|\s)# .*$/,
  sql: /(?<=^|\s)-- .*$/,
  json: undefined,
}

type CodeBlockProps = {
  /** The accessible name of the block and of its copy button. */
  label: string
  /** The content of the bar; by default the label. */
  bar?: ReactNode
  language: CodeLanguage
  code: string
  className?: string
}

/** A code block with a copy button. It scrolls sideways on its own, also by keyboard. */
export function CodeBlock({ label, bar, language, code, className }: CodeBlockProps) {
  const body = useRef<HTMLElement>(null)
  return (
    <figure className={classNames('min-w-0 overflow-hidden rounded border border-line bg-sunken', className)}>
      <figcaption className="flex min-h-10 items-center justify-between gap-3 border-b border-line bg-raised pr-1 pl-3 text-xs text-muted">
        {bar ?? <span className="font-medium">{label}</span>}
        <CopyCode label={label} code={code} body={body} />
      </figcaption>
      <pre
        role="region"
        aria-label={label}
        // A region that scrolls must be reachable by keyboard (WCAG 2.1.1).
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="overflow-x-auto px-3 py-3 text-sm leading-relaxed focus-visible:-outline-offset-2 sm:px-4 print:whitespace-pre-wrap"
      >
        <code ref={body} data-code={language} className="figures">
          <Lines code={code} language={language} />
        </code>
      </pre>
    </figure>
  )
}

function Lines({ code, language }: Pick<CodeBlockProps, 'code' | 'language'>) {
  const comment = COMMENTS[language]
  return code.split('\n').map((line, at, all) => {
    const found = comment?.exec(line)
    const end = at < all.length - 1 ? '\n' : ''
    if (!found) return line + end
    return [
      line.slice(0, found.index),
      <span key={at} className="text-muted">
        {found[0]}
      </span>,
      end,
    ]
  })
}

type CopyCodeProps = { label: string; code: string; body: RefObject<HTMLElement | null> }

/** Without access to the clipboard, the code is selected for copying by hand. */
function CopyCode({ label, code, body }: CopyCodeProps) {
  const [outcome, setOutcome] = useState<'copied' | 'selected'>()

  async function copy() {
    try {
      await navigator.clipboard.writeText(code)
      setOutcome('copied')
    } catch {
      if (body.current) window.getSelection()?.selectAllChildren(body.current)
      setOutcome('selected')
    }
  }

  const Icon = outcome === 'copied' ? Check : Copy
  return (
    <span className="flex shrink-0 items-center gap-2 print:hidden">
      <span role="status" className="max-sm:sr-only">
        {outcome === 'copied' && 'Copiado'}
        {outcome === 'selected' && 'Selecionado: copie com Ctrl+C.'}
      </span>
      <button
        type="button"
        aria-label={`Copiar: ${label}`}
        onClick={() => void copy()}
        className="grid size-8 place-items-center rounded text-muted transition-colors duration-150 hover:bg-hover hover:text-ink"
      >
        <Icon className={classNames('size-4', outcome === 'copied' && 'text-success')} aria-hidden />
      </button>
    </span>
  )
}
