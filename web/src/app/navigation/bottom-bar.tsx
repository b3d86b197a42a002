import {
  BellRing,
  FileSignature,
  FolderKanban,
  LayoutDashboard,
  MessageSquare,
  Search,
  Send,
  Settings,
} from 'lucide-react'
import { NavLink, useLocation } from 'react-router'
import type { DashboardLink } from '@/app/navigation/dashboard-links'
import { useUnread } from '@/features/message/unread'
import type { Role } from '@/api/session/party'
import type { SignedIn } from '@/api/session/session'
import { paths } from '@/lib/paths'
import { CountBadge } from '@/ui/badge'

const home = (to: string): DashboardLink => ({ label: 'Painel', to, icon: LayoutDashboard })
const MESSAGES: DashboardLink = { label: 'Mensagens', to: paths.messages(), icon: MessageSquare }
const NOTICES: DashboardLink = { label: 'Avisos', to: paths.notifications(), icon: BellRing }
const CONTRACTS: DashboardLink = { label: 'Contratos', to: paths.contracts(), icon: FileSignature }
const SETTINGS: DashboardLink = { label: 'Ajustes', to: paths.settings(), icon: Settings }
const SEARCH: DashboardLink = { label: 'Projetos', to: paths.projects(), icon: Search }

/** The five most used pages of each side; the menu above has the rest. */
const PLACES: Record<Role, readonly DashboardLink[]> = {
  company: [
    home(paths.companyDashboard()),
    { label: 'Projetos', to: paths.manageProjects(), icon: FolderKanban },
    MESSAGES,
    CONTRACTS,
    NOTICES,
  ],
  professional: [
    home(paths.professionalDashboard()),
    SEARCH,
    { label: 'Propostas', to: paths.ownProposals(), icon: Send },
    MESSAGES,
    CONTRACTS,
  ],
  admin: [home(paths.admin()), SEARCH, MESSAGES, NOTICES, SETTINGS],
}

/** The navigation of a phone, at the bottom. A conversation has its composer there instead. */
export function BottomBar({ member }: { member: SignedIn }) {
  const unread = useUnread(member.profile.id)
  const { pathname } = useLocation()
  if (pathname.startsWith(`${paths.messages()}/`)) return null
  const places =
    member.party === null ? [home(paths.dashboard()), MESSAGES, NOTICES, SETTINGS] : PLACES[member.party.role]
  return (
    <nav
      aria-label="Atalhos"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] short:hidden lg:hidden print:hidden"
    >
      <ul className="mx-auto flex max-w-xl">
        {places.map((place) => (
          <li key={place.to} className="min-w-0 flex-1">
            <Place place={place} unread={place === MESSAGES ? unread : 0} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Place({ place: { label, to, icon: Icon }, unread }: { place: DashboardLink; unread: number }) {
  return (
    <NavLink
      to={to}
      end={Icon === LayoutDashboard}
      className="relative flex h-14 flex-col items-center justify-center gap-1 border-t-2 border-transparent text-bar text-muted aria-[current=page]:border-ink aria-[current=page]:font-medium aria-[current=page]:text-ink"
    >
      <Icon className="size-5" aria-hidden />
      <span className="max-w-full truncate">{label}</span>
      <span className="absolute top-1 left-1/2 ml-1.5">
        <CountBadge
          count={unread}
          label={unread === 1 ? 'mensagem não lida' : 'mensagens não lidas'}
          className="h-4 min-w-4 px-1 text-bar"
        />
      </span>
    </NavLink>
  )
}
