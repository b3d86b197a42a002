import { cleanLine } from '@/lib/text/human-text'

/** What a file is called where its name is drawn, and under which it is sent. */
export function plainFileName(name: string): string {
  return cleanLine(name)
}

/** A chosen file under a name that reads as it is; the same file where it does already. */
export function withPlainName(file: File): File {
  const name = plainFileName(file.name)
  return name === file.name ? file : new File([file], name === '' ? 'arquivo' : name, { type: file.type })
}
