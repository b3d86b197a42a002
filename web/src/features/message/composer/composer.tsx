import { FileText, Paperclip, RotateCw, SendHorizontal, X } from 'lucide-react'
import { useRef, type ChangeEvent, type KeyboardEvent, type SubmitEvent } from 'react'
import { BOUNDS } from '@/api/limits'
import { QuoteLine } from '@/features/message/bubble/lines'
import type { Attachment } from '@/features/message/composer/use-attachments'
import type { Composition } from '@/features/message/composer/use-composition'
import { ACCEPTED } from '@/features/message/files'
import { formatBytes } from '@/lib/format'
import { Button } from '@/ui/button'
import { Textarea } from '@/ui/input'
import { Progress } from '@/ui/progress'

type ComposerProps = {
  ownId: string
  composition: Composition
  /** What the writer should know of the message, above the box. */
  note?: string
  onSend: () => void
  onTyping: () => void
}

/** Enter sends, Shift+Enter breaks the line; what is unsent is kept per conversation. */
export function Composer({ ownId, composition, note, onSend, onTyping }: ComposerProps) {
  const { text, setText, quote, attachments, refusal, box } = composition

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && quote !== null) composition.answer(null)
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    onSend()
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    onSend()
  }

  return (
    <form className="flex flex-wrap items-end gap-2 border-t border-line bg-surface p-3" onSubmit={onSubmit}>
      {note !== undefined && <p className="w-full truncate text-xs text-muted">{note}</p>}
      <div role="alert" className="w-full text-sm text-danger empty:hidden">
        {[refusal, attachments.refusal].filter((one) => one !== undefined).join(' ')}
      </div>
      {quote && (
        <div className="flex w-full items-start justify-between gap-2 rounded bg-sunken p-2">
          <QuoteLine quote={quote} ownId={ownId} />
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label="Não responder a esta mensagem"
            onClick={() => composition.answer(null)}
          >
            <X className="size-4" aria-hidden />
          </Button>
        </div>
      )}
      <Attachments chosen={attachments.chosen} onRemove={attachments.remove} onRetry={attachments.retry} />
      <FilePicker onFiles={attachments.choose} />
      <Textarea
        ref={box}
        aria-label="Mensagem"
        placeholder="Escreva uma mensagem"
        rows={1}
        maxLength={BOUNDS.messages.content}
        className="max-h-40 min-h-10 pointer-coarse:min-h-11 min-w-0 short:max-h-24 flex-1 resize-none"
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.target.value)
          onTyping()
        }}
      />
      <Button
        type="submit"
        variant="primary"
        size="icon"
        className="pointer-coarse:size-11"
        aria-label="Enviar"
        disabled={!composition.isReady}
      >
        <SendHorizontal className="size-4" aria-hidden />
      </Button>
    </form>
  )
}

function FilePicker({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  function onChange({ target }: ChangeEvent<HTMLInputElement>) {
    onFiles([...(target.files ?? [])])
    // The same file may be chosen again.
    target.value = ''
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={Object.entries(ACCEPTED).flat(2).join(',')}
        onChange={onChange}
      />
      <Button
        variant="ghost"
        size="icon"
        className="pointer-coarse:size-11"
        aria-label="Anexar arquivos"
        onClick={() => input.current?.click()}
      >
        <Paperclip className="size-5" aria-hidden />
      </Button>
    </>
  )
}

type AttachmentsProps = {
  chosen: readonly Attachment[]
  onRemove: (path: string) => void
  onRetry: (attachment: Attachment) => void
}

/** What goes with the message that is being written. */
function Attachments({ chosen, onRemove, onRetry }: AttachmentsProps) {
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
