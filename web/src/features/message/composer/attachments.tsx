import { FileText, RotateCw, X } from 'lucide-react'
import type { Attachment } from '@/features/message/composer/use-attachments'
import { formatBytes } from '@/lib/format'
import { Button } from '@/ui/button'
import { Progress } from '@/ui/progress'

type AttachmentsProps = {
  chosen: readonly Attachment[]
  onRemove: (path: string) => void
  onRetry: (attachment: Attachment) => void
}

/** What goes with the message that is being written. */
export function Attachments({ chosen, onRemove, onRetry }: AttachmentsProps) {
  return (
    <ul aria-label="Arquivos da mensagem" className="flex w-full flex-col gap-1 empty:hidden">
      {chosen.map((one) => (
        <li
          key={one.file.path}
          className="flex items-center gap-2 rounded border border-line bg-raised px-2 py-1 text-sm"
        >
          <FileText className="size-4 text-muted" aria-hidden />
          <div className="min-w-0 flex-1">
            <p className="truncate">{one.file.name}</p>
            {one.progress !== undefined && (
              <Progress value={one.progress} label={`Enviando ${one.file.name}`} />
            )}
            {one.stand === 'waiting' && (
              <p className="text-xs text-muted">Guardado neste aparelho: segue com a mensagem.</p>
            )}
            {one.error !== undefined && (
              <p role="alert" className="text-xs text-danger">
                {one.error}
              </p>
            )}
          </div>
          <span className="figures text-xs text-muted">{formatBytes(one.file.bytes)}</span>
          {one.error !== undefined && (
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={`Tentar de novo ${one.file.name}`}
              onClick={() => onRetry(one)}
            >
              <RotateCw className="size-4" aria-hidden />
            </Button>
          )}
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Remover ${one.file.name}`}
            onClick={() => onRemove(one.file.path)}
          >
            <X className="size-4" aria-hidden />
          </Button>
        </li>
      ))}
    </ul>
  )
}
