import { paths } from '@/lib/paths'

export type NavigationLink = { label: string; to: string }

export const PUBLIC_LINKS: readonly NavigationLink[] = [
  { label: 'Início', to: paths.home() },
  { label: 'Projetos', to: paths.projects() },
  { label: 'Encontrar Profissionais', to: paths.professionals() },
  { label: 'Serviços', to: paths.services() },
  { label: 'Como Funciona', to: paths.howItWorks() },
]

export const FOOTER_LINKS: readonly NavigationLink[] = [
  { label: 'Termos de Serviço', to: paths.terms() },
  { label: 'Política de Privacidade', to: paths.privacy() },
  { label: 'Acessibilidade', to: paths.accessibility() },
  { label: 'Quanto custa', to: paths.prices() },
  { label: 'Como Funciona', to: paths.howItWorks() },
  { label: 'API', to: paths.api() },
]
