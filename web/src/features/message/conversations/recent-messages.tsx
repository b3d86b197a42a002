import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { Link } from 'react-router'
import { threadOf, threadQuery, formatFiles } from '@/features/message/queries'
import { formatRelative } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'

const SHOWN_MAX = 3

type RecentMessagesProps = { ownId: string; partnerId: string; partnerName: string }

/** The newest words of a conversation, and the way into it. */
export function RecentMessages({ ownId, partnerId, partnerName }: RecentMessagesProps) {
  const { data } = useInfiniteQuery(threadQuery(threadOf(ownId, partnerId)))
  const newest = (data?.pages[0] ?? []).slice(0, SHOWN_MAX).toReversed()
  return (
    <div className="flex flex-col items-start gap-3">
      <ul className="flex w-full flex-col gap-3 empty:hidden">
        {newest.map(({ id, from_id, content, files_count, timestamp }) => (
          <li key={id} className="border-l-2 border-line pl-3 text-sm">
            <p className="text-muted">
              {from_id === ownId ? 'Você' : partnerName}, {formatRelative(timestamp)}
            </p>
            <p className="line-clamp-3 break-words whitespace-pre-line">
              {content === '' ? formatFiles(files_count) : content}
            </p>
          </li>
        ))}
      </ul>
      <Button asChild size="sm">
        <Link to={paths.conversation(partnerId)}>
          <MessageSquare className="size-4" aria-hidden />
          Abrir conversa
        </Link>
      </Button>
    </div>
  )
}
