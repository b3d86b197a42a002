import { useQuery } from '@tanstack/react-query'
import { MessageSquareText } from 'lucide-react'
import { Group, Item } from '@/app/palette/palette-item'
import { messageSearchQuery, unsearchable } from '@/features/message/search/search-query'
import { paths } from '@/lib/paths'

const FOUND_MAX = 5

type PaletteMessagesProps = { ownId: string; text: string; onGo: (to: string) => void }

/** The person's messages that contain the text, the newest first. */
export function PaletteMessages({ ownId, text, onGo }: PaletteMessagesProps) {
  const words = text.trim()
  const isAsked = words !== '' && unsearchable(words) === undefined
  const { data = [] } = useQuery({ ...messageSearchQuery(words), enabled: isAsked })
  if (!isAsked || data.length === 0) return null
  return (
    <Group heading="Mensagens">
      {data.slice(0, FOUND_MAX).map(({ message_id, partner_id, partner, from_id, excerpt }) => (
        <Item
          key={`${message_id} ${text}`}
          value={`mensagem ${message_id}`}
          keywords={[words]}
          icon={MessageSquareText}
          onSelect={() => onGo(paths.message(partner_id, message_id))}
        >
          <span className="max-w-[40%] shrink-0 truncate">{partner?.name ?? 'Usuário indisponível'}</span>
          <span className="min-w-0 flex-1 truncate text-muted">
            {from_id === ownId && 'Você: '}
            {excerpt}
          </span>
        </Item>
      ))}
    </Group>
  )
}
