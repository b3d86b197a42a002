import { useState } from 'react'
import type { IoListReading } from '@/features/project/io-list/io-list-query'
import { rowErrorSentence } from '@/features/project/io-list/io-list-text'
import { formatCount, formatNumber } from '@/lib/format'
import { Button } from '@/ui/button'

const SHOWN_FIRST = 5

/** What is wrong with rows of a file: the first few, and the others on demand. */
export function RowErrors({ errors, errors_count }: Pick<IoListReading, 'errors' | 'errors_count'>) {
  const [isWhole, setIsWhole] = useState(false)
  if (errors_count === 0) return null
  const shown = isWhole ? errors : errors.slice(0, SHOWN_FIRST)
  const untold = errors_count - errors.length
  return (
    <div className="flex flex-col items-start gap-2 rounded border border-line bg-warning-soft p-4 text-sm">
      <p className="font-medium">{formatCount(errors_count, 'erro na lista', 'erros na lista')}</p>
      <ul aria-label="Erros por linha" className="flex flex-col gap-1 break-words">
        {shown.map((error, index) => (
          <li key={index}>{rowErrorSentence(error)}</li>
        ))}
      </ul>
      {shown.length < errors.length && (
        <Button size="sm" onClick={() => setIsWhole(true)}>
          Mostrar mais {formatNumber(errors.length - shown.length)}
        </Button>
      )}
      {isWhole && untold > 0 && (
        <p className="text-muted">
          e mais {formatNumber(untold)}, que aparecem quando estes forem corrigidos.
        </p>
      )}
    </div>
  )
}
