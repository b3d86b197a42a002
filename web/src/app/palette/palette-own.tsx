import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FileSignature, FolderKanban, MessageSquare, Send } from 'lucide-react'
import type { SignedIn } from '@/api/session/session'
import { Group, Item, PaletteMessages } from '@/app/palette/palette-results'
import { titleOf } from '@/features/contract/lists/contract-list'
import { findContractsQuery, type FoundContract } from '@/features/contract/lists/find-query'
import { findConversationsQuery, type Conversation } from '@/features/message/queries'
import { findOwnProjectsQuery } from '@/features/project/own/find-own-query'
import { statusOf as projectStatus } from '@/features/project/text'
import { findProposalsQuery } from '@/features/proposal/own/own-queries'
import { statusOf as proposalStatus } from '@/features/proposal/text'
import { paths } from '@/lib/paths'
import { searchQuery } from '@/lib/text/search'
import { useDebounced } from '@/lib/timing'
import { Tag, tagOf } from '@/ui/tag'

const FOUND_MAX = 5

type PaletteOwnProps = { member: SignedIn; text: string; onGo: (to: string) => void }

/**
 * The person's own items that match the text: contracts by code, project or partner; projects and
 * proposals by code or title; conversations by name; messages by words.
 */
export function PaletteOwn({ member, text, onGo }: PaletteOwnProps) {
  const isAsked = text.trim().length > 1 && searchQuery(text) !== undefined
  const words = useDebounced(text)
  const partyId = member.party?.role === 'admin' ? undefined : member.party?.id
  const contracts = useQuery({
    ...findContractsQuery(partyId ?? '', words, FOUND_MAX),
    enabled: isAsked && searchQuery(words) !== undefined && partyId !== undefined,
    placeholderData: keepPreviousData,
  })
  const conversations = useQuery({
    ...findConversationsQuery(member.profile.id, words, FOUND_MAX),
    enabled: isAsked && searchQuery(words) !== undefined,
    placeholderData: keepPreviousData,
  })
  if (!isAsked) return null
  const role = member.party?.role
  return (
    <>
      <Contracts found={contracts.data ?? []} partyId={partyId} text={text} onGo={onGo} />
      {role === 'company' && partyId !== undefined && (
        <OwnProjects partyId={partyId} text={text} onGo={onGo} />
      )}
      {role === 'professional' && partyId !== undefined && (
        <OwnProposals partyId={partyId} text={text} onGo={onGo} />
      )}
      <Conversations found={conversations.data ?? []} text={text} onGo={onGo} />
      <PaletteMessages ownId={member.profile.id} text={text} onGo={onGo} />
    </>
  )
}

type ContractsProps = {
  found: readonly FoundContract[]
  partyId: string | undefined
  text: string
  onGo: (to: string) => void
}

/** Each contract with the name of its other side, which may be what matched. */
function Contracts({ found, partyId, text, onGo }: ContractsProps) {
  if (found.length === 0) return null
  return (
    <Group heading="Meus contratos">
      {found.map((contract) => (
        <Item
          key={`${contract.id} ${text}`}
          value={contract.id}
          keywords={[text.trim()]}
          icon={FileSignature}
          onSelect={() => onGo(paths.contract(contract.id))}
        >
          <Tag>{tagOf('CTR', contract.number)}</Tag>
          <span className="min-w-0 flex-1 truncate">{titleOf(contract)}</span>
          <Beside>
            {(contract.company?.id === partyId ? contract.professional : contract.company)?.name}
          </Beside>
        </Item>
      ))}
    </Group>
  )
}

type ConversationsProps = { found: readonly Conversation[]; text: string; onGo: (to: string) => void }

function Conversations({ found, text, onGo }: ConversationsProps) {
  if (found.length === 0) return null
  return (
    <Group heading="Conversas">
      {found.map(({ partner_id, partner, party }) => (
        <Item
          key={`${partner_id} ${text}`}
          value={`conversa ${partner_id}`}
          keywords={[text.trim()]}
          icon={MessageSquare}
          onSelect={() => onGo(paths.conversation(partner_id))}
        >
          <span className="min-w-0 flex-1 truncate">{partner?.name ?? 'Usuário indisponível'}</span>
          <Beside>{party?.removed_at === null ? party.name : undefined}</Beside>
        </Item>
      ))}
    </Group>
  )
}

function Beside({ children }: { children: string | undefined }) {
  if (children === undefined) return null
  return <span className="max-w-[40%] shrink-0 truncate text-xs text-muted">{children}</span>
}

type FoundProps = { partyId: string; text: string; onGo: (to: string) => void }

/** Open projects are in the group of public projects. */
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
