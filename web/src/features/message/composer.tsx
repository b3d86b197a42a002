import { SendHorizontal } from 'lucide-react'
import type { KeyboardEvent, SubmitEvent } from 'react'
import { BOUNDS } from '@/api/limits'
import { Button } from '@/ui/button'
import { Textarea } from '@/ui/textarea'
import { useTextDraft } from '@/ui/use-draft'

type ComposerProps = {
  draft: string
  /** What the writer should know of the message, above the box. */
  note?: string
  onSend: (content: string) => void
  onTyping: () => void
}

/** Enter sends, Shift+Enter breaks the line; what is unsent is kept per conversation. */
export function Composer({ draft, note, onSend, onTyping }: ComposerProps) {
  const [text, setText] = useTextDraft(draft)

  function send() {
    if (text.trim() === '') return
    onSend(text.trim())
    setText('')
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    send()
  }

  return (
    <form className="flex flex-wrap items-end gap-2 border-t border-line bg-surface p-3" onSubmit={onSubmit}>
      {note !== undefined && <p className="w-full truncate text-xs text-muted">{note}</p>}
      <Textarea
        aria-label="Mensagem"
        placeholder="Escreva uma mensagem"
        rows={1}
        maxLength={BOUNDS.messages.content}
        className="max-h-40 min-h-10 min-w-0 flex-1 resize-none"
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.target.value)
          onTyping()
        }}
      />
      <Button type="submit" variant="primary" size="icon" aria-label="Enviar" disabled={text.trim() === ''}>
        <SendHorizontal className="size-4" aria-hidden />
      </Button>
    </form>
  )
}
