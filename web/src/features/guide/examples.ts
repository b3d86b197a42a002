/** The programs of the guide, as files of their own: a test runs each against a real server. */
const FILES: Readonly<Record<string, string>> = import.meta.glob('./examples/*', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The text of one, without the end of its last line; undefined where there is none of that name. */
export function exampleOf(file: string): string | undefined {
  return FILES[`./examples/${file}`]?.trimEnd()
}

/** What stands in examples for a market's own address, key and account. */
export type Blanks = { url: string; key: string; email: string; password: string }

export function fillIn(code: string, blanks: Blanks): string {
  return code
    .replaceAll('{{url}}', blanks.url)
    .replaceAll('{{key}}', blanks.key)
    .replaceAll('{{email}}', blanks.email)
    .replaceAll('{{password}}', blanks.password)
}
