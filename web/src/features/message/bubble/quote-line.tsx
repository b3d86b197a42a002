import { Paperclip } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { partnerQuery, type Quote, formatFiles } from '@/features/message/queries'

/** A message that is answered: who said it, and its beginning. */
export function QuoteLine({ quote, ownId }: { quote: Quote; ownId: string }) {
  const isOwn = quote.from_id === ownId
  const { data: author } = useQuery({ ...partnerQuery(quote.from_id), enabled: !isOwn })
  return (
    <span className="block min-w-0 border-l-2 border-current pl-2 text-left text-xs">
      <span className="block truncate font-semibold">{isOwn ? 'Você' : (author?.name ?? '…')}</span>
      <span className="line-clamp-2 break-words">
        {quote.content === '' ? (
          <span className="inline-flex items-center gap-1">
            <Paperclip className="size-3" aria-hidden />
            {formatFiles(quote.files_count)}
          </span>
        ) : (
          quote.content
        )}
      </span>
    </span>
  )
}
