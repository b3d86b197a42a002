import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FileSignature, FolderKanban, MessageSquare, Send } from 'lucide-react'
import type { SignedIn } from '@/api/session'
import { Group, Item } from '@/app/palette-item'
import { PaletteMessages } from '@/app/palette-messages'
import { titleOf } from '@/features/contract/contract-list'
import { findContractsQuery } from '@/features/contract/find-query'
import { findConversationsQuery } from '@/features/message/queries'
import { findOwnProjectsQuery } from '@/features/project/find-own-query'
import { statusOf as projectStatus } from '@/features/project/text'
import { findProposalsQuery } from '@/features/proposal/find-query'
import { statusOf as proposalStatus } from '@/features/proposal/text'
import { paths } from '@/lib/paths'
import { searchQuery } from '@/lib/search'
import { Tag, tagOf } from '@/ui/tag'

const FOUND_MAX = 5

type PaletteOwnProps = { member: SignedIn; text: string; onGo: (to: string) => void }

/** Of one's own what fits the typed text: contracts, projects and proposals by code or project, conversations by name, messages by words. */
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
  const role = member.party?.role
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
      {role === 'company' && partyId !== undefined && (
        <OwnProjects partyId={partyId} text={text} onGo={onGo} />
      )}
      {role === 'professional' && partyId !== undefined && (
        <OwnProposals partyId={partyId} text={text} onGo={onGo} />
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
      <PaletteMessages ownId={member.profile.id} text={text} onGo={onGo} />
    </>
  )
}

type FoundProps = { partyId: string; text: string; onGo: (to: string) => void }

/** Those that are open stand among the projects that everybody finds. */
function OwnProjects({ partyId, text, onGo }: FoundProps) {
  const query = findOwnProjectsQuery(partyId, text, FOUND_MAX)
  const { data = [] } = useQuery({ ...query, placeholderData: keepPreviousData })
  if (data.length === 0) return null
  return (
    <Group heading="Meus projetos">
      {data.map(({ id, number, title, status }) => (
        <Item
          key={`${id} ${text}`}
          value={`meu projeto ${id}`}
          keywords={[text.trim()]}
          icon={FolderKanban}
          onSelect={() => onGo(paths.project(id, title))}
        >
          <Tag>{tagOf('PRJ', number)}</Tag>
          <span className="min-w-0 flex-1 truncate">{title}</span>
          <span className="shrink-0 text-xs text-muted">{projectStatus(status).label}</span>
        </Item>
      ))}
    </Group>
  )
}

function OwnProposals({ partyId, text, onGo }: FoundProps) {
  const query = findProposalsQuery(partyId, text, FOUND_MAX)
  const { data = [] } = useQuery({ ...query, placeholderData: keepPreviousData })
  if (data.length === 0) return null
  return (
    <Group heading="Minhas propostas">
      {data.map(({ id, status, project }) => (
        <Item
          key={`${id} ${text}`}
          value={`proposta ${id}`}
          keywords={[text.trim()]}
          icon={Send}
          onSelect={() => onGo(paths.project(project.id, project.title))}
        >
          <span className="min-w-0 flex-1 truncate">{project.title}</span>
          <span className="shrink-0 text-xs text-muted">{proposalStatus(status).label}</span>
        </Item>
      ))}
    </Group>
  )
}
