import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { lazy, Suspense, useDeferredValue, useState, type ReactNode } from 'react'
import { messageSearchQuery, searchFailure, unsearchable } from './search-query'
import { ErrorState } from '@/ui/error-state'
import { Input } from '@/ui/input'
import { Loading, Skeleton } from '@/ui/skeleton'

const FoundMessages = lazy(async () => ({
  default: (await import('@/features/message/search/found-messages')).FoundMessages,
}))

/** A box that looks through all one's conversations; empty, what it stands above shows. */
export function MessageSearch({ ownId, children }: { ownId: string; children: ReactNode }) {
  const [typed, setTyped] = useState('')
  const words = useDeferredValue(typed.trim())
  const hint = unsearchable(words)
  return (
    <>
      <div role="search" className="relative border-b border-line p-3">
        <Search className="absolute top-1/2 left-6 size-4 -translate-y-1/2 text-muted" aria-hidden />
        <Input
          type="search"
          aria-label="Buscar nas mensagens"
          placeholder="Buscar nas mensagens"
          maxLength={200}
          className="pl-9"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      {hint !== undefined && (
        <p role="status" className="border-b border-line px-4 py-2 text-sm text-muted">
          {hint}
        </p>
      )}
      {words === '' || hint !== undefined ? children : <Found words={words} ownId={ownId} />}
    </>
  )
}

function Found({ words, ownId }: { words: string; ownId: string }) {
  const query = useQuery(messageSearchQuery(words))
  if (query.isError)
    return <ErrorState message={searchFailure(query.error)} onRetry={() => void query.refetch()} />
  const seeking = (
    <Loading label="Buscando mensagens…">
      <Skeleton className="m-3 h-14" />
      <Skeleton className="m-3 h-14" />
    </Loading>
  )
  if (query.isPending) return seeking
  return (
    <Suspense fallback={seeking}>
      <FoundMessages found={query.data} words={words} ownId={ownId} />
    </Suspense>
  )
}
