import { SearchX } from 'lucide-react'
import { Link } from 'react-router'
import type { FoundMessage } from '@/features/message/search/search-query'
import { kindOf } from '@/lib/person/person'
import { formatCount, formatRelative } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Avatar } from '@/ui/avatar'
import { EmptyState } from '@/ui/empty-state'

const FOUND_MAX = 30

type FoundMessagesProps = { found: readonly FoundMessage[]; words: string; ownId: string }

/** Where words were said, each a way to the message. */
export function FoundMessages({ found, words, ownId }: FoundMessagesProps) {
  if (found.length === 0) {
    return (
      <EmptyState
        icon={SearchX}
        title="Nenhuma mensagem encontrada"
        description={`Nada do que foi dito contém “${words}”.`}
      />
    )
  }
  return (
    <nav aria-label="Mensagens encontradas">
      <p role="status" className="px-4 py-2 text-xs text-muted">
        {found.length === FOUND_MAX
          ? `As ${String(FOUND_MAX)} mais recentes`
          : formatCount(found.length, 'mensagem encontrada', 'mensagens encontradas')}
      </p>
      <ul>
        {found.map((message) => (
          <li key={message.message_id}>
            <FoundLink message={message} words={words} ownId={ownId} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

type FoundLinkProps = { message: FoundMessage; words: string; ownId: string }

function FoundLink({ message, words, ownId }: FoundLinkProps) {
  const { message_id, partner_id, partner, from_id, excerpt, timestamp } = message
  return (
    <Link
      to={paths.message(partner_id, message_id)}
      className="flex gap-3 border-b border-line px-4 py-3 hover:bg-hover"
    >
      <Avatar
        name={partner?.name ?? '?'}
        kind={kindOf(partner)}
        imageUrl={partner?.avatar_url}
        seed={partner?.avatar_seed}
      />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-2 text-sm">
          <span className="truncate font-medium">{partner?.name ?? 'Usuário indisponível'}</span>
          <time dateTime={timestamp} className="shrink-0 text-xs text-muted">
            {formatRelative(timestamp)}
          </time>
        </span>
        <span className="line-clamp-2 text-sm break-words text-muted">
          {from_id === ownId && 'Você: '}
          <Marked text={excerpt} words={words} />
        </span>
      </span>
    </Link>
  )
}

/** A text with the words that were looked for made out. */
function Marked({ text, words }: { text: string; words: string }) {
  return markedParts(text, words).map(({ part, isFound }, index) =>
    isFound ? (
      <mark key={index} className="bg-transparent font-semibold text-ink">
        {part}
      </mark>
    ) : (
      part
    ),
  )
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

export function markedParts(text: string, words: string): { part: string; isFound: boolean }[] {
  // Folded letter by letter, so that places stay the same.
  const letters = Array.from(text)
  const folded = letters.map((letter) => fold(letter)[0] ?? ' ')
  const said = folded.join('')
  const isFound = letters.map(() => false)
  for (const word of fold(words).split(/\s+/).filter(Boolean)) {
    for (let at = said.indexOf(word); at >= 0; at = said.indexOf(word, at + word.length))
      isFound.fill(true, at, at + word.length)
  }
  const parts: { part: string; isFound: boolean }[] = []
  letters.forEach((letter, index) => {
    const last = parts[parts.length - 1]
    const marked = isFound[index] ?? false
    if (last?.isFound === marked) last.part += letter
    else parts.push({ part: letter, isFound: marked })
  })
  return parts
}
