import { useInfiniteQuery } from '@tanstack/react-query'
import { Search, FileText } from 'lucide-react'
import { useState } from 'react'
import { rowsOf } from '@/api/request/counted-pages'
import { ConversationList, FoundConversations } from './conversation-list'
import { conversationsQuery } from '@/features/message/queries'
import { searchQuery } from '@/lib/text/search'
import { Input } from '@/ui/input'
import { useDebounced } from '@/lib/timing'
import type { SharedContent } from '@/api/device/share-target'
import { formatBytes } from '@/lib/format'
import { Card, CardBody } from '@/ui/card'

/** So many are seen at once; from here on one may look for a name. */
const SEEN_AT_ONCE = 8

type ConversationChoiceProps = { ownId: string; to: (partnerId: string) => string }

/** One's conversations to choose from, with a box for names where there are too many to look through. */
export function ConversationChoice({ ownId, to }: ConversationChoiceProps) {
  const { data } = useInfiniteQuery(conversationsQuery(ownId))
  const [typed, setTyped] = useState('')
  const text = useDebounced(typed.trim())
  return (
    <>
      {data !== undefined && rowsOf(data).length > SEEN_AT_ONCE && (
        <div role="search" className="relative border-b border-line p-3">
          <Search className="absolute top-1/2 left-6 size-4 -translate-y-1/2 text-muted" aria-hidden />
          <Input
            type="search"
            aria-label="Buscar conversa por nome"
            placeholder="Buscar por pessoa ou empresa"
            maxLength={200}
            className="pl-9"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      )}
      {searchQuery(text) === undefined ? (
        <ConversationList ownId={ownId} to={to} />
      ) : (
        <FoundConversations ownId={ownId} text={text} to={to} />
      )}
    </>
  )
}

/** What another application shared: its text and its files. */
export function SharedPreview({ shared: { text, files } }: { shared: SharedContent }) {
  return (
    <Card>
      <CardBody className="flex flex-col gap-3">
        {text !== '' && <p className="line-clamp-6 break-words whitespace-pre-line">{text}</p>}
        {files.length > 0 && (
          <ul aria-label="Arquivos" className="flex flex-col gap-2">
            {files.map((file, index) => (
              <li key={index} className="flex items-center gap-2 text-sm">
                <FileText className="size-4 shrink-0 text-muted" aria-hidden />
                <span className="min-w-0 truncate">{file.name}</span>
                <span className="figures shrink-0 text-muted">{formatBytes(file.size)}</span>
              </li>
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  )
}
