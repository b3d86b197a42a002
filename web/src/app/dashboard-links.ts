import {
  Briefcase,
  FilePlus2,
  FolderKanban,
  LayoutDashboard,
  MessageSquare,
  Search,
  Send,
  Settings,
  Star,
  Users,
  type LucideIcon,
} from 'lucide-react'
import type { NavigationLink } from '@/app/public-links'
import type { Role } from '@/api/profile'
import { paths } from '@/lib/paths'

export type DashboardLink = NavigationLink & { icon: LucideIcon }

const ROLE_LINKS: Record<Role, readonly DashboardLink[]> = {
  professional: [
    { label: 'Minhas Propostas', to: paths.ownProposals(), icon: Send },
    { label: 'Portfólio', to: paths.portfolio(), icon: Briefcase },
    { label: 'Avaliações', to: paths.reviews(), icon: Star },
  ],
  company: [
    { label: 'Gerenciar Projetos', to: paths.manageProjects(), icon: FolderKanban },
    { label: 'Publicar Projeto', to: paths.publishProject(), icon: FilePlus2 },
    { label: 'Encontrar Profissionais', to: paths.professionals(), icon: Search },
  ],
  admin: [{ label: 'Gerenciar Usuários', to: paths.admin(), icon: Users }],
}

export const ROLE_NAMES: Record<Role, string> = {
  admin: 'Administrador',
  professional: 'Profissional',
  company: 'Empresa',
}

/** The sidebar of a role, in order. */
export function dashboardLinks(role: Role): readonly DashboardLink[] {
  return [
    { label: 'Painel', to: paths.dashboard(), icon: LayoutDashboard },
    { label: 'Mensagens', to: paths.messages(), icon: MessageSquare },
    ...ROLE_LINKS[role],
    { label: 'Configurações', to: paths.settings(), icon: Settings },
  ]
}
