import { cleanLine } from '@/lib/text/human-text'

/** The name under which a file is shown and sent. */
export function plainFileName(name: string): string {
  return cleanLine(name)
}

/** The file under a readable name; the same file if its name is readable already. */
export function withPlainName(file: File): File {
  const name = plainFileName(file.name)
  return name === file.name ? file : new File([file], name === '' ? 'arquivo' : name, { type: file.type })
}
