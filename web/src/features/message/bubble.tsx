import { Check, CheckCheck, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Message } from '@/features/message/queries'
import { classNames } from '@/lib/class-names'
import { formatClock, formatDateTime } from '@/lib/format'

type BubbleProps = {
  message: Message
  isOwn: boolean
  onRetry: (message: Message) => void
  report: ReactNode
}

export function Bubble({ message, isOwn, onRetry, report }: BubbleProps) {
  return (
    <div className={classNames('group flex flex-col gap-1', isOwn ? 'items-end' : 'items-start')}>
      <div className="flex max-w-[85%] items-center gap-1">
        <div
          className={classNames(
            'min-w-0 rounded border px-3 py-2 text-sm sm:max-w-md',
            isOwn ? 'border-transparent bg-inverse text-on-inverse' : 'border-line bg-raised',
            message.sending && 'opacity-70',
          )}
        >
          <p className="break-words whitespace-pre-wrap">{message.content}</p>
          <p className="figures mt-1 flex items-center justify-end gap-1 text-xs opacity-75">
            <time dateTime={message.timestamp} title={formatDateTime(message.timestamp)}>
              {formatClock(message.timestamp)}
            </time>
            {isOwn && <Mark message={message} />}
          </p>
        </div>
        <div className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-60">
          {report}
        </div>
      </div>
      {message.sending === 'failed' && (
        <p className="text-xs text-danger">
          Não enviada ·{' '}
          <button
            type="button"
            className="min-h-6 underline underline-offset-2"
            onClick={() => onRetry(message)}
          >
            Tentar de novo
          </button>
        </p>
      )}
    </div>
  )
}

/** How far a message of one's own has come. */
function Mark({ message }: { message: Message }) {
  if (message.sending === 'failed') return null
  const [Icon, word] = message.sending
    ? ([Clock, 'enviando'] as const)
    : message.read
      ? ([CheckCheck, 'lida'] as const)
      : message.delivered_at
        ? ([CheckCheck, 'entregue'] as const)
        : ([Check, 'enviada'] as const)
  return (
    <>
      <Icon className={classNames('size-3.5', message.read && 'text-accent-mark')} aria-hidden />
      <span className="sr-only">{word}</span>
    </>
  )
}
