import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FolderKanban, User } from 'lucide-react'
import { Group, Item } from '@/app/palette/palette-item'
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
