import { ChevronDown, ChevronUp, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { CONVERSATION_SEARCH_MAX } from '@/api/limits'
import { searchFailure } from './search-query'
import type { ThreadSearch } from '@/features/message/search/use-thread-search'
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
