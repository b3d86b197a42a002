/** Every address of the product. Links are built here and nowhere else. */
export type AuthTab = 'login' | 'register'

function segment(value: string): string {
  return encodeURIComponent(value)
}

export const paths = {
  home: () => '/',
  howItWorks: () => '/como-funciona',
  professionals: () => '/encontrar-profissional',
  professional: (userId: string) => `/encontrar-profissional/${segment(userId)}`,
  professionalProfile: (userId: string) => `/perfil-profissional/${segment(userId)}`,
  company: (userId: string) => `/perfil-empresa/${segment(userId)}`,
  projects: () => '/projetos',
  project: (projectId: string) => `/projetos/${segment(projectId)}`,
  solutions: () => '/solucoes',
  services: () => '/servicos',
  consulting: () => '/consultoria',
  auth: (tab?: AuthTab) => (tab ? `/auth?tab=${tab}` : '/auth'),
  terms: () => '/termos',
  privacy: () => '/privacidade',
  dashboard: () => '/dashboard',
  messages: () => '/dashboard/mensagens',
  conversation: (userId: string) => `/dashboard/mensagens/${segment(userId)}`,
  notifications: () => '/dashboard/notificacoes',
  editProfile: () => '/dashboard/perfil/editar',
  settings: () => '/dashboard/configuracoes',
  team: () => '/dashboard/equipe',
  editOrganisation: () => '/dashboard/equipe/perfil',
  registerFirm: () => '/dashboard/configuracoes/empresa',
  invitation: (token: string) => `/convite/${segment(token)}`,
  acceptByRegistering: (token: string) => `/auth?tab=register&convite=${segment(token)}`,
  professionalDashboard: () => '/dashboard/professional',
  ownProposals: () => '/dashboard/propostas',
  reviews: () => '/dashboard/avaliacoes',
  portfolio: () => '/dashboard/portfolio/gerenciar',
  addPortfolioProject: () => '/dashboard/portfolio/adicionar',
  editPortfolioProject: (itemId: string) => `/dashboard/portfolio/${segment(itemId)}/editar`,
  companyDashboard: () => '/dashboard/company',
  manageProjects: () => '/dashboard/projetos/gerenciar',
  publishProject: () => '/dashboard/projetos/novo',
  editProject: (projectId: string) => `/dashboard/projetos/${segment(projectId)}/editar`,
  projectProposals: (projectId: string) => `/dashboard/projetos/${segment(projectId)}/propostas`,
  admin: () => '/dashboard/admin',
} as const

/** Who reads what is written to a party: its founder, or who answers for it since he left. */
export function contactOf(profile: { id: string; contact_id: string | null }): string {
  return profile.contact_id ?? profile.id
}

/** The public page of a member: companies and everybody else live at different addresses. */
export function profilePath(profile: { id: string; role: string }): string {
  return profile.role === 'professional' ? paths.professionalProfile(profile.id) : paths.company(profile.id)
}
