import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { alone, colleague } from '@/api/session/test-member'
import { askedOf, serve } from '@/api/test-server'
import { MARINA } from '@/features/profile/test-profiles'
import { ENVASE } from '@/features/project/test-project'
import { renderAt } from '@/lib/test-render'
import { CompanyDashboardPage } from '@/pages/company-dashboard'

const current = vi.hoisted((): { member: unknown } => ({ member: undefined }))
vi.mock('@/api/session/session', () => ({ useMember: () => current.member }))

const SERRA = { id: 'serra', role: 'company', name: 'Envasadora Serra Azul' } as const

beforeEach(() => {
  current.member = alone(SERRA)
})

const PROJECTS = [
  { ...ENVASE, id: 'p1', title: 'Um', proposals_count: 1200, skills: ['scada', 'clp'] },
  { ...ENVASE, id: 'p2', title: 'Dois', proposals_count: 30, skills: ['clp', 'visao'] },
  { ...ENVASE, id: 'p3', title: 'Três', proposals_count: 4, skills: ['redes'], status: 'closed' },
  { ...ENVASE, id: 'p4', title: 'Quatro', proposals_count: 0, skills: [], status: 'closed' },
]

const MATCHES = [{ id: 'u3', score: 90, reasons: [], gaps: [] }]

const FIGURES = [
  { status: 'open', projects: 2, proposals: 1230 },
  { status: 'closed', projects: 2, proposals: 4 },
]

function open(projects = PROJECTS, figures: readonly unknown[] = FIGURES) {
  serve({
    projects: ({ query }) =>
      projects
        .filter(({ status }) => [undefined, `eq.${status}`].includes(query.status))
        .map((project) => ({ ...project, answers: [] })),
    'rpc/my_project_figures': figures,
    'rpc/match_professionals': MATCHES,
    professionals: [{ ...MARINA, id: 'u3', name: 'Três juntas' }],
  })
  renderAt(<CompanyDashboardPage />)
}

function figure(name: string) {
  return screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
}

test('before the projects are known, the figures are open', async () => {
  serve({ 'rpc/my_project_figures': new Promise(() => undefined) })
  renderAt(<CompanyDashboardPage />)
  await screen.findByText('Projetos Publicados', { selector: 'dt' })
  expect([figure('Projetos Publicados'), figure('Propostas Recebidas')]).toEqual(['–', '–'])
})

test('counts the own projects and all of their proposals', async () => {
  open()
  await screen.findByRole('list', { name: 'Meus projetos' })
  expect([figure('Projetos Publicados'), figure('Propostas Recebidas')]).toEqual(['4', '1.234'])
  expect(askedOf('projects').map(({ query }) => query['owner.company_id'])).toEqual(['eq.serra', 'eq.serra'])
})

test('shows the first three projects with the way to their proposals', async () => {
  open()
  const list = within(await screen.findByRole('list', { name: 'Meus projetos' }))
  expect(list.getAllByRole('heading').map((heading) => heading.textContent)).toEqual(['Um', 'Dois', 'Três'])
  expect(list.getByRole('link', { name: '30 propostas' }).getAttribute('href')).toBe(
    '/dashboard/projetos/p2/propostas',
  )
})

test('shows three professionals who match the newest open project', async () => {
  open()
  const section = within(await screen.findByRole('region', { name: 'Profissionais indicados para “Um”' }))
  expect(await section.findByRole('heading', { name: 'Três juntas' })).toBeTruthy()
  expect(askedOf('rpc/match_professionals').map(({ body }) => body)).toEqual([{ project_id: 'p1', limit: 3 }])
})

test('without an open project nobody is looked for', async () => {
  open([], [])
  expect(await screen.findByRole('heading', { name: 'Nenhum projeto publicado' })).toBeTruthy()
  expect([figure('Projetos Publicados'), figure('Propostas Recebidas')]).toEqual(['0', '0'])
  expect(askedOf('rpc/match_professionals')).toEqual([])
})

test('a colleague is greeted by name before the company’s projects', async () => {
  current.member = colleague('buyer', SERRA)
  open()
  await screen.findByRole('list', { name: 'Meus projetos' })
  expect(screen.getByRole('heading', { level: 1, name: 'Olá, Beatriz' })).toBeTruthy()
  expect(askedOf('rpc/my_project_figures').map(({ body }) => body)).toEqual([{ party: 'serra' }])
})

test.each([
  ['buyer', 1],
  ['reader', 0],
] as const)('the role %s sees %i ways to publish', async (role, ways) => {
  current.member = colleague(role, SERRA)
  open()
  await screen.findByRole('list', { name: 'Meus projetos' })
  expect(screen.queryAllByRole('link', { name: 'Publicar Projeto' })).toHaveLength(ways)
})

test('what cannot be read takes nothing away', async () => {
  open()
  serve({ profiles: 500 })
  const heading = await screen.findByRole('heading', { name: 'Projetos recentes' })
  // What failed is asked for again by the part that shows it.
  await waitFor(() => expect(askedOf('profiles').length).toBeGreaterThan(1))
  expect(heading.isConnected).toBe(true)
})

test('nothing stands below what is not known yet', async () => {
  let answer: (turns: never[]) => void = () => undefined
  open()
  serve({ 'rpc/my_turn': new Promise<never[]>((resolve) => (answer = resolve)) })
  expect(screen.getByText('Carregando o seu painel…')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Projetos recentes' })).toBeNull()
  answer([])
  expect(await screen.findByRole('heading', { name: 'Projetos recentes' })).toBeTruthy()
})
