import {
  BellPlus,
  Bookmark,
  Briefcase,
  FileSignature,
  FilePlus2,
  FolderKanban,
  LayoutDashboard,
  MessageSquare,
  Search,
  Send,
  Settings,
  Star,
  Users,
  UsersRound,
  Wallet,
  type LucideIcon,
} from 'lucide-react'
import type { NavigationLink } from '@/app/navigation/public-links'
import type { Role } from '@/api/session/party'
import type { Right } from '@/api/rights'
import type { SignedIn } from '@/api/session/session'
import { paths } from '@/lib/paths'

export type DashboardLink = NavigationLink & {
  icon: LucideIcon
  /** Shown only to people with this right. */
  needs?: Right
}

const CONTRACTS: DashboardLink = { label: 'Contratos', to: paths.contracts(), icon: FileSignature }

const ROLE_LINKS: Record<Role, readonly DashboardLink[]> = {
  professional: [
    { label: 'Minhas Propostas', to: paths.ownProposals(), icon: Send },
    CONTRACTS,
    { label: 'Portfólio', to: paths.portfolio(), icon: Briefcase, needs: 'publish' },
    { label: 'Avaliações', to: paths.reviews(), icon: Star },
  ],
  company: [
    { label: 'Gerenciar Projetos', to: paths.manageProjects(), icon: FolderKanban },
    CONTRACTS,
    { label: 'Publicar Projeto', to: paths.publishProject(), icon: FilePlus2, needs: 'publish' },
    { label: 'Encontrar Profissionais', to: paths.professionals(), icon: Search },
  ],
  admin: [{ label: 'Gerenciar Usuários', to: paths.admin(), icon: Users }],
}

export const ROLE_NAMES: Record<Role, string> = {
  admin: 'Administrador',
  professional: 'Profissional',
  company: 'Empresa',
}

const FINANCE: DashboardLink = { label: 'Financeiro', to: paths.finance(), icon: Wallet, needs: 'pay' }
const FAVOURITES: DashboardLink = { label: 'Favoritos', to: paths.favourites(), icon: Bookmark }
const SEARCHES: DashboardLink = { label: 'Buscas salvas', to: paths.savedSearches(), icon: BellPlus }
const TEAM: DashboardLink = { label: 'Equipe', to: paths.team(), icon: UsersRound }

/** The links of the sidebar in order, for the party and role of the person. */
export function dashboardLinks({
  party,
  rights,
  isOrganisation,
}: Pick<SignedIn, 'party' | 'rights' | 'isOrganisation'>): readonly DashboardLink[] {
  const may = ({ needs }: DashboardLink) => needs === undefined || rights.includes(needs)
  return [
    { label: 'Painel', to: paths.dashboard(), icon: LayoutDashboard },
    { label: 'Mensagens', to: paths.messages(), icon: MessageSquare },
    ...(party === null ? [] : ROLE_LINKS[party.role].filter(may)),
    ...(party === null || party.role === 'admin' || !may(FINANCE) ? [] : [FINANCE]),
    ...(party === null || party.role === 'admin' ? [] : [FAVOURITES, SEARCHES]),
    ...(isOrganisation ? [TEAM] : []),
    { label: 'Configurações', to: paths.settings(), icon: Settings },
  ]
}

/** Pages that belong to a link although their addresses do not start with its own. */
const UNDER: Readonly<Record<string, readonly string[]>> = {
  [paths.dashboard()]: [paths.companyDashboard(), paths.professionalDashboard()],
  [paths.manageProjects()]: ['/dashboard/projetos/'],
  [paths.portfolio()]: ['/dashboard/portfolio/'],
}

/** Whether a link leads to the current page or to its parent. */
export function isCurrent(to: string, pathname: string): boolean {
  if (pathname === to) return true
  if (pathname === paths.publishProject()) return false
  const under = UNDER[to] ?? [`${to}/`]
  return under.some((place) => pathname === place || (place.endsWith('/') && pathname.startsWith(place)))
}

/** The profile that the sidebar's link edits: the party's for people who manage it, else their own. */
export function editLink({ profile, party, rights }: SignedIn): NavigationLink | undefined {
  const manages = rights.includes('manage')
  if (manages && party !== null && party.id !== profile.id)
    return { label: 'Perfil da empresa', to: paths.editOrganisation() }
  // The profile of a founder is that of the organisation.
  if (!manages && profile.is_party) return undefined
  return { label: 'Editar Perfil', to: paths.editProfile() }
}
