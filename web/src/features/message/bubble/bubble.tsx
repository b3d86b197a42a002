import { Check, CheckCheck, Clock, Reply } from 'lucide-react'
import type { ReactNode } from 'react'
import { LinkedText } from '@/features/message/bubble/linked-text'
import { MessageFiles } from '@/features/message/bubble/message-files'
import type { Message } from '@/features/message/queries'
import { QuoteLine } from '@/features/message/bubble/lines'
import { classNames } from '@/lib/class-names'
import { formatClock, formatDateTime } from '@/lib/format'
import { Button } from '@/ui/button'

type BubbleProps = {
  message: Message
  ownId: string
  /** Led to just now, from a quote or a search. */
  isSought?: boolean
  onRetry: (message: Message) => void
  onDiscard: (message: Message) => void
  /** Missing where nobody may answer. */
  onReply: ((message: Message) => void) | undefined
  onJump: (messageId: string) => void
  report: ReactNode
}

export function Bubble({ message, ownId, isSought = false, ...acts }: BubbleProps) {
  const { onRetry, onDiscard, onReply, onJump, report } = acts
  const isOwn = message.from_id === ownId
  return (
    <div className={classNames('group flex flex-col gap-1', isOwn ? 'items-end' : 'items-start')}>
      <div
        className={classNames(
          'flex max-w-full items-center gap-1 sm:max-w-[88%]',
          isOwn ? 'flex-row-reverse' : 'flex-row',
        )}
      >
        <div
          className={classNames(
            'flex min-w-0 flex-col gap-1.5 rounded border px-3 py-2 text-sm sm:max-w-md',
            isOwn ? 'border-transparent bg-inverse text-on-inverse' : 'border-line bg-raised',
            isSought && 'outline-2 outline-offset-2 outline-focus',
          )}
        >
          {message.quote && <Quoted message={message} ownId={ownId} onJump={onJump} />}
          {message.files.length > 0 && (
            <MessageFiles files={message.files} isSent={message.sending === undefined} />
          )}
          {message.content !== '' && (
            <p className="break-words whitespace-pre-wrap">
              <LinkedText text={message.content} />
            </p>
          )}
          <Foot message={message} isOwn={isOwn} />
        </div>
        <div className="flex flex-col opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-75 sm:flex-row">
          {onReply && message.sending === undefined && (
            <Button variant="ghost" size="icon-sm" aria-label="Responder" onClick={() => onReply(message)}>
              <Reply className="size-4" aria-hidden />
            </Button>
          )}
          {report}
        </div>
      </div>
      {message.sending === 'failed' && <Failed message={message} onRetry={onRetry} onDiscard={onDiscard} />}
    </div>
  )
}

type QuotedProps = Pick<BubbleProps, 'message' | 'ownId' | 'onJump'>

function Quoted({ message: { quote }, ownId, onJump }: QuotedProps) {
  if (quote === null) return null
  return (
    <button
      type="button"
      className="min-h-8 w-full rounded-sm opacity-85 hover:opacity-100"
      aria-label="Ir para a mensagem respondida"
      onClick={() => onJump(quote.id)}
    >
      <QuoteLine quote={quote} ownId={ownId} />
    </button>
  )
}

function Foot({ message, isOwn }: { message: Message; isOwn: boolean }) {
  return (
    <p className="figures flex items-center justify-end gap-1 text-xs">
      <time
        dateTime={message.timestamp}
        title={formatDateTime(message.timestamp)}
        className={isOwn ? 'opacity-85' : 'text-muted'}
      >
        {formatClock(message.timestamp)}
      </time>
      {isOwn && <Mark message={message} />}
    </p>
  )
}

/** Refused for good: why, and what may be done about it. */
function Failed({ message, onRetry, onDiscard }: Pick<BubbleProps, 'message' | 'onRetry' | 'onDiscard'>) {
  return (
    <div className="flex max-w-md flex-wrap items-center justify-end gap-x-3 text-right text-xs text-danger">
      <p>Não enviada{message.reason !== undefined && `: ${message.reason}`}</p>
      <button type="button" className="min-h-6 underline underline-offset-2" onClick={() => onRetry(message)}>
        Tentar novamente
      </button>
      <button
        type="button"
        className="min-h-6 underline underline-offset-2"
        onClick={() => onDiscard(message)}
      >
        Descartar
      </button>
    </div>
  )
}

/** How far a message of one's own has come: by shape and by word, colour only adds to it. */
function Mark({ message }: { message: Message }) {
  if (message.sending === 'failed') return null
  if (message.sending === 'waiting') {
    return (
      <>
        · <Clock className="size-4" aria-hidden /> aguardando conexão
      </>
    )
  }
  const [Icon, word] = message.sending
    ? ([Clock, 'enviando'] as const)
    : message.read
      ? ([CheckCheck, 'lida'] as const)
      : message.delivered_at
        ? ([CheckCheck, 'entregue'] as const)
        : ([Check, 'enviada'] as const)
  return (
    <>
      <Icon className={classNames('size-4', message.read && 'text-inverse-mark')} aria-hidden />
      <span className="sr-only">{word}</span>
    </>
  )
}
