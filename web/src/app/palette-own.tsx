import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FileSignature, MessageSquare } from 'lucide-react'
import type { SignedIn } from '@/api/session'
import { Group, Item } from '@/app/palette-item'
import { titleOf } from '@/features/contract/contract-list'
import { findContractsQuery } from '@/features/contract/find-query'
import { findConversationsQuery } from '@/features/message/queries'
import { paths } from '@/lib/paths'
import { searchQuery } from '@/lib/search'
import { Tag, tagOf } from '@/ui/tag'

const FOUND_MAX = 5

type PaletteOwnProps = { member: SignedIn; text: string; onGo: (to: string) => void }

/** Of one's own what fits the typed text: contracts by code or project, conversations by name. */
export function PaletteOwn({ member, text, onGo }: PaletteOwnProps) {
  const isAsked = text.trim().length > 1 && searchQuery(text) !== undefined
  const partyId = member.party?.role === 'admin' ? undefined : member.party?.id
  const contracts = useQuery({
    ...findContractsQuery(partyId ?? '', text, FOUND_MAX),
    enabled: isAsked && partyId !== undefined,
    placeholderData: keepPreviousData,
  })
  const conversations = useQuery({
    ...findConversationsQuery(member.profile.id, text),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  if (!isAsked) return null
  const found = { keywords: [text.trim()] }
  return (
    <>
      {contracts.data !== undefined && contracts.data.length > 0 && (
        <Group heading="Meus contratos">
          {contracts.data.map((contract) => (
            <Item
              key={`${contract.id} ${text}`}
              value={contract.id}
              {...found}
              icon={FileSignature}
              onSelect={() => onGo(paths.contract(contract.id))}
            >
              <Tag>{tagOf('CTR', contract.number)}</Tag>
              <span className="truncate">{titleOf(contract)}</span>
            </Item>
          ))}
        </Group>
      )}
      {conversations.data !== undefined && conversations.data.length > 0 && (
        <Group heading="Conversas">
          {conversations.data.map(({ partner_id, partner }) => (
            <Item
              key={`${partner_id} ${text}`}
              value={`conversa ${partner_id}`}
              {...found}
              icon={MessageSquare}
              onSelect={() => onGo(paths.conversation(partner_id))}
            >
              <span className="truncate">{partner.name}</span>
            </Item>
          ))}
        </Group>
      )}
    </>
  )
}
