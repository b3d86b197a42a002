import { MessagesSquare } from 'lucide-react'

/** Takes the place of a conversation while none is chosen. */
export function NoThread() {
  return (
    <div className="flex h-full flex-col items-center justify-center gap-3 p-8 text-center text-muted">
      <MessagesSquare className="size-8" aria-hidden />
      <p>Selecione uma conversa para começar a conversar.</p>
    </div>
  )
}
