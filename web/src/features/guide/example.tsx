import type { ReactNode } from 'react'
import { LanguageChoice, nameOf, useLanguage } from './language'
import { classNames } from '@/lib/class-names'
import { CodeBlock, type CodeLanguage } from '@/ui/code-block'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '@/api/config'
import { CopyField } from '@/ui/copy-field'

/** The programs of the guide, as files of their own: a test runs each against a real server. */
const FILES: Readonly<Record<string, string>> = import.meta.glob('./examples/*', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The text of one, without the end of its last line; undefined where there is none of that name. */
function exampleOf(file: string): string | undefined {
  return FILES[`./examples/${file}`]?.trimEnd()
}

/** What stands in examples for a market's own address, key and account. */
type Blanks = { url: string; key: string; email: string; password: string }

function fillIn(code: string, blanks: Blanks): string {
  return code
    .replaceAll('{{url}}', blanks.url)
    .replaceAll('{{key}}', blanks.key)
    .replaceAll('{{email}}', blanks.email)
    .replaceAll('{{password}}', blanks.password)
}

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

/** What pages say before the settings are read; over what the build draws the server writes its own. */
const UNREAD = import.meta.env.SSR
  ? { url: 'https://mercado.prerender.invalid', key: 'chave.prerender.invalid' }
  : { url: window.location.origin, key: '…' }
const SOMEBODY = { email: 'voce@exemplo.com.br', password: 'sua-senha' }

/** This market, as examples name it: in a demonstration the account is there to be tried. */
function useMarket(): Blanks & { isDemo: boolean } {
  const { data } = useQuery(configQuery())
  const accounts = data?.testAccounts ?? []
  const { email, password } = accounts.find(({ role }) => role === 'company') ?? SOMEBODY
  return {
    url: data?.url ?? UNREAD.url,
    key: data?.anonKey ?? UNREAD.key,
    email,
    password,
    isDemo: accounts.length > 0,
  }
}

/** The facts that readers look up: this market's address and its public key. */
export function MarketFacts() {
  const { url, key, isDemo } = useMarket()
  return (
    <div className="flex flex-col gap-4 rounded border border-line bg-raised p-4 sm:p-5">
      <dl className="grid gap-4 md:grid-cols-2">
        <Fact name="Endereço" value={url} />
        <Fact name="Chave pública" value={key} />
      </dl>
      {isDemo && (
        <p className="text-sm text-muted">
          Este servidor é uma demonstração: os exemplos já têm uma conta de empresa e podem ser executados
          como estão.
        </p>
      )}
    </div>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <dt className="text-sm font-medium">{name}</dt>
      <dd>
        <CopyField label={name} value={value} />
      </dd>
    </div>
  )
}
