import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { FolderKanban, User, ArrowRight, MessageSquareText, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { messageSearchQuery, unsearchable } from '@/features/message/search/search-query'
import { findProfessionalsQuery } from '@/features/profile/queries'
import { findProjectsQuery } from '@/features/project/queries'
import { paths } from '@/lib/paths'

const TYPED_MIN = 2

/**
 * Open projects and professionals that match the text. The server knows synonyms, so the list is not
 * filtered again.
 */
export function PaletteResults({ text, onGo }: { text: string; onGo: (to: string) => void }) {
  const enabled = text.trim().length >= TYPED_MIN
  const projects = useQuery({ ...findProjectsQuery(text), enabled, placeholderData: keepPreviousData })
  const people = useQuery({ ...findProfessionalsQuery(text), enabled, placeholderData: keepPreviousData })
  if (!enabled) return null
  return (
    <>
      {projects.data !== undefined && projects.data.length > 0 && (
        <Group heading="Projetos">
          {projects.data.map(({ id, title }) => (
            <Item
              key={keyOf(id, text)}
              value={id}
              keywords={[text.trim()]}
              icon={FolderKanban}
              onSelect={() => onGo(paths.project(id, title))}
            >
              <span className="truncate">{title}</span>
            </Item>
          ))}
        </Group>
      )}
      {people.data !== undefined && people.data.length > 0 && (
        <Group heading="Profissionais">
          {people.data.map(({ id, name, title }) => (
            <Item
              key={keyOf(id, text)}
              value={id}
              keywords={[text.trim()]}
              icon={User}
              onSelect={() => onGo(paths.professional(id, name))}
            >
              <span className="truncate">
                {name} <span className="text-muted">{title}</span>
              </span>
            </Item>
          ))}
        </Group>
      )}
    </>
  )
}

/** cmdk reads the keywords of an item once, on mount, so the key contains the text. */
function keyOf(id: string, text: string): string {
  return `${id} ${text}`
}

export function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="py-1 text-sm [&>[cmdk-group-heading]]:px-2.5 [&>[cmdk-group-heading]]:py-1.5 [&>[cmdk-group-heading]]:text-xs [&>[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  )
}

type ItemProps = {
  icon?: LucideIcon | undefined
  value?: string
  /** Other texts that match the item, besides its label. */
  keywords?: string[]
  onSelect: () => void
  children: ReactNode
}

export function Item({ icon: Icon = ArrowRight, value, keywords, onSelect, children }: ItemProps) {
  return (
    <Command.Item
      {...(value === undefined ? {} : { value })}
      {...(keywords === undefined ? {} : { keywords })}
      onSelect={onSelect}
      className="flex min-h-10 items-center gap-2.5 rounded-sm px-2.5 data-[selected=true]:bg-hover"
    >
      <Icon className="size-4 shrink-0 text-muted" aria-hidden />
      {children}
    </Command.Item>
  )
}

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
