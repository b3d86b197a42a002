import type { ReactNode } from 'react'
import { exampleOf, fillIn } from '@/features/guide/examples'
import { LanguageChoice, nameOf, useLanguage } from '@/features/guide/language'
import { useMarket } from '@/features/guide/use-market'
import { classNames } from '@/lib/class-names'
import { CodeBlock, type CodeLanguage } from '@/ui/code-block'

type ExampleProps = {
  /** The name of its files in examples/. */
  name: string
  /** What it does, as the title of its block. */
  label: string
}

/** A program in JavaScript and with curl, whichever the reader prefers, and what the server answers. */
export function Example({ name, label }: ExampleProps) {
  const language = useLanguage()
  const written = (['js', 'sh'] as const).filter((one) => exampleOf(`${name}.${one}`) !== undefined)
  const isShown = (one: (typeof written)[number]) => one === language || written.length === 1
  return (
    <div className="flex flex-col gap-2">
      {written.map((one) => (
        <Code
          key={one}
          file={`${name}.${one}`}
          language={one}
          label={`${label}, ${nameOf(one)}`}
          bar={written.length > 1 ? <LanguageChoice label={label} /> : undefined}
          className={isShown(one) ? undefined : 'hidden'}
        />
      ))}
      {exampleOf(`${name}.json`) !== undefined && (
        <Code file={`${name}.json`} language="json" label="Resposta" />
      )}
    </div>
  )
}

type CodeProps = {
  file: string
  language: CodeLanguage
  label: string
  bar?: ReactNode
  className?: string | undefined
}

/** One file of the examples, with this market's own names in it. */
export function Code({ file, language, label, bar, className }: CodeProps) {
  const market = useMarket()
  const code = exampleOf(file)
  if (code === undefined) return null
  return (
    <div data-example={file} className={classNames('min-w-0', className)}>
      <CodeBlock label={label} bar={bar} language={language} code={fillIn(code, market)} />
    </div>
  )
}
