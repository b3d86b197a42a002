import { formatCount } from '@/lib/format'

/** What stands for a message without words. */
export function formatFiles(count: number): string {
  return count === 1 ? 'Arquivo' : formatCount(count, 'arquivo', 'arquivos')
}
