import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useDeferredValue, useRef, useState, type KeyboardEvent } from 'react'
import { CONVERSATION_SEARCH_MAX } from '@/api/limits'
import { placeQuery, threadOf } from '@/features/message/queries'
import { conversationSearchQuery, unsearchable, searchFailure } from '@/features/message/search/search-query'
import { showEnd, shownMessage, useLinkedMessage } from '@/features/message/thread/use-scroll-keeping'
import { formatCount } from '@/lib/format'
import { Button } from '@/ui/button'
import { Input } from '@/ui/input'

/** Whoever opens the search wants to type. */
function focus(box: HTMLInputElement | null) {
  box?.focus()
}

/** Below a conversation's head: what is looked for, at which place one is, and the way to the others. */
export function ThreadSearchBar({ search, onClose }: { search: ThreadSearch; onClose: () => void }) {
  const { typed, setTyped, count, go, query } = search

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' || event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault()
      go(event.key === 'ArrowDown' || event.shiftKey ? -1 : 1)
    }
  }

  return (
    <div
      role="search"
      aria-label="Buscar nesta conversa"
      className="flex flex-wrap items-center gap-x-1 gap-y-2 border-b border-line bg-surface px-4 py-2"
    >
      <Input
        ref={focus}
        type="search"
        aria-label="Palavras nesta conversa"
        placeholder="Buscar nesta conversa"
        maxLength={200}
        className="min-w-32 flex-1"
        value={typed}
        onKeyDown={onKeyDown}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p role="status" className="figures px-1 text-sm text-muted empty:hidden">
        {stand(search)}
      </p>
      <div className="flex">
        <Step label="Mensagem anterior" icon={ChevronUp} disabled={count === 0} onClick={() => go(1)} />
        <Step label="Mensagem seguinte" icon={ChevronDown} disabled={count === 0} onClick={() => go(-1)} />
        <Step label="Fechar a busca" icon={X} onClick={onClose} />
      </div>
      {query.isError && (
        <p role="alert" className="flex w-full flex-wrap items-center gap-x-3 text-sm text-danger">
          {searchFailure(query.error)}
          <button type="button" className="min-h-6 underline" onClick={() => void query.refetch()}>
            Tentar novamente
          </button>
        </p>
      )}
    </div>
  )
}

type StepProps = { label: string; icon: typeof X; disabled?: boolean; onClick: () => void }

function Step({ label, icon: Icon, ...props }: StepProps) {
  return (
    <Button variant="ghost" size="icon" aria-label={label} title={label} {...props}>
      <Icon className="size-5" aria-hidden />
    </Button>
  )
}

function stand({ words, hint, query, count, index }: ThreadSearch): string {
  if (hint !== undefined) return hint
  if (words === '' || query.isError) return ''
  if (query.isPending) return 'Buscando…'
  if (count === 0) return 'Nada encontrado'
  const all = count === CONVERSATION_SEARCH_MAX ? `${String(count)}+` : String(count)
  if (index !== undefined) return `${String(index + 1)} de ${all}`
  return count === CONVERSATION_SEARCH_MAX
    ? `As ${String(count)} mais recentes`
    : formatCount(count, 'mensagem', 'mensagens')
}

type ThreadSearch = ReturnType<typeof useThreadSearch>

/** A search of one conversation: its places from the newest back, and the way back to where one was. */
export function useThreadSearch(ownId: string, partnerId: string) {
  const queryClient = useQueryClient()
  const { lead } = useLinkedMessage()
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const words = useDeferredValue(typed.trim())
  const hint = unsearchable(words)
  const query = useQuery(conversationSearchQuery(partnerId, isOpen && hint === undefined ? words : ''))
  const [shown, setShown] = useState<{ words: string; index: number }>()
  const before = useRef<string | undefined>(undefined)
  const found = query.data ?? []
  const index = shown?.words === words ? shown.index : undefined

  function open() {
    before.current = shownMessage()
    setIsOpen(true)
  }

  function close() {
    setIsOpen(false)
    setTyped('')
    setShown(undefined)
    // Users who stepped to no result stay where they scrolled to.
    if (shown === undefined) return
    lead(before.current)
    if (before.current === undefined) showEnd()
  }

  /** To the next older place, or to the next newer; after the last of them, around. */
  function go(step: 1 | -1) {
    const next = index === undefined ? 0 : (index + step + found.length) % found.length
    const place = found[next]
    if (place === undefined) return
    const { message_id: id, timestamp } = place
    queryClient.setQueryData(placeQuery(threadOf(ownId, partnerId), id).queryKey, () => ({ id, timestamp }))
    setShown({ words, index: next })
    lead(id)
  }

  return { isOpen, open, close, typed, setTyped, words, hint, query, count: found.length, index, go }
}
