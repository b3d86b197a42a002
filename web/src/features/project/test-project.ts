import type { Project } from '@/features/project/queries'
import { ofCents } from '@/lib/money'

/** For tests: the catalogue's part that the cast's project asks for. */
export const SKILLS = ['Retrofit', 'CLP', 'SCADA', 'Redes', 'Robótica', 'Visão'].map((label) => ({
  slug: label.toLowerCase(),
  label,
}))

/** For tests: an open project of the bottler Serra Azul. */
export const ENVASE: Project = {
  id: '0198f0c0-0000-7000-8000-000000000001',
  number: 42,
  title: 'Migração da linha de envase',
  description: 'Substituir a CPU 315 por 1515.\nEntregar o programa comentado.',
  category: 'Automação Industrial',
  experience_level: 'Especialista',
  budget: 'R$ 45.000 – R$ 60.000',
  budget_min_cents: ofCents(4_500_000),
  budget_max_cents: ofCents(6_000_000),
  deadline: '45 dias',
  deadline_on: '2026-12-29',
  skills: SKILLS.map((skill) => skill.slug),
  technologies: [],
  city: 'Jundiaí',
  state: 'SP',
  work_mode: 'on_site',
  starts_on: '2026-12-01',
  status: 'open',
  revision: 1,
  proposals_count: 2,
  files_count: 0,
  scope_clarity: null,
  scope_model: '',
  is_confidential: false,
  created_at: '2026-11-21T01:30:00Z',
  company: {
    id: '0198f0c0-0000-7000-8000-00000000000a',
    name: 'Envasadora Serra Azul',
    avatar_url: null,
    avatar_seed: '',
  },
}
