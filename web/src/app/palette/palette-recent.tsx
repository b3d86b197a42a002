import { History } from 'lucide-react'
import { useLocation } from 'react-router'
import { Group, Item } from '@/app/palette/palette-item'
import { recentPages } from '@/lib/device/recent-pages'

const SHOWN_MAX = 5

type PaletteRecentProps = { personId: string; onGo: (to: string) => void }

/** The pages visited last, except the current one. */
export function PaletteRecent({ personId, onGo }: PaletteRecentProps) {
  const { pathname } = useLocation()
  const places = recentPages(personId)
    .filter(({ to }) => to !== pathname)
    .slice(0, SHOWN_MAX)
  if (places.length === 0) return null
  return (
    <Group heading="Recentes">
      {places.map(({ to, title }) => (
        <Item key={to} value={`Recentes ${to}`} icon={History} onSelect={() => onGo(to)}>
          <span className="truncate">{title}</span>
        </Item>
      ))}
    </Group>
  )
}
