import type { PortfolioItem, ProfessionalCardData } from '@/features/profile/queries'

/** For tests: the catalogue's part that the cast's professional covers. */
export const SKILLS = ['CLP', 'SCADA', 'Retrofit', 'Redes', 'Visão'].map((label) => ({
  slug: label.toLowerCase(),
  label,
}))

/** For tests: the engineer Marina. */
export const MARINA: ProfessionalCardData = {
  id: '0198f0c0-0000-7000-8000-0000000000b1',
  role: 'professional',
  name: 'Marina Alves',
  title: 'Engenheira de Automação',
  headline: 'Migrações Siemens sem parar a linha',
  location: 'Campinas/SP',
  availability: 'available',
  work_modes: ['on_site', 'remote'],
  about: 'Doze anos de chão de fábrica.',
  rating: 4.75,
  contracts_completed: 5,
  counterparts: 3,
  experience: 'Especialista',
  technologies: [],
  skills: SKILLS.map((skill) => skill.slug),
  avatar_url: '/marina.webp',
  avatar_seed: 'marina',
  banner_url: '/bancada.webp',
  contact_id: null,
  profile_views: 1234,
  active_projects: 2,
  proposals_sent: 17,
}

/** For tests: what Marina shows of her work. */
export const ENVASE_ENTRY: PortfolioItem = {
  id: '0198f0c0-0000-7000-8000-0000000000f1',
  title: 'Linha de envase',
  role: 'Programadora de CLP',
  description: 'Reescrita do sequenciador.',
  technologies: ['TIA Portal', 'PROFINET'],
  image_urls: [],
}

/** For tests: Marina before she wrote anything. */
export const NEWCOMER: ProfessionalCardData = {
  ...MARINA,
  title: '',
  headline: '',
  location: '',
  experience: null,
  availability: null,
  work_modes: [],
  about: '',
  rating: null,
  contracts_completed: 0,
  counterparts: 0,
  skills: [],
  avatar_url: null,
  avatar_seed: '',
  banner_url: null,
}
