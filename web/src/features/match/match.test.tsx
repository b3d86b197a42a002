import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { MatchedProfessionals } from '@/features/match/matched-professionals'
import { MatchedProjects } from '@/features/match/matched-projects'
import { ProjectMatch } from '@/features/match/project-match'
import { WeightsForm } from '@/features/match/weights-form'
import { renderAt } from '@/lib/test-render'

const fact = (kind: string, text: string, points: number) => ({ kind, text, points })

const MARINA = {
  id: 'marina',
  score: 80,
  reasons: [
    fact('technologies', 'TIA Portal', 20),
    fact('technologies', 'outros produtos Siemens', 4),
    fact('technologies', 'outros produtos Siemens', 6),
    fact('distance', 'mesmo estado (SP)', 5),
  ],
  gaps: [fact('documents', 'falta NR-35', 12), fact('distance', 'fora de Campinas', 8)],
}
const RAFAEL = {
  ...MARINA,
  id: 'rafael',
  score: 60,
  reasons: [fact('distance', 'mesma cidade', 60)],
  gaps: [],
}
const TWO_MORE = ['p3', 'p4'].map((id) => ({ ...RAFAEL, id, score: 50, reasons: [], gaps: [] }))

const person = (id: string, name: string) => ({
  id,
  name,
  title: 'Engenheira',
  headline: '',
  location: 'Campinas/SP',
  avatar_url: null,
  avatar_seed: id,
  rating: 4.8,
})

const PEOPLE = [
  person('p3', 'Três'),
  person('p4', 'Quatro'),
  person('rafael', 'Rafael'),
  person('marina', 'Marina'),
]

const WEIGHTS = [
  { kind: 'skills', points: 30 },
  { kind: 'distance', points: 10 },
  { kind: 'level', points: 0 },
]

function openProfessionals(rows: readonly unknown[] = [MARINA, RAFAEL, ...TWO_MORE]) {
  serve({ 'rpc/match_professionals': rows, professionals: PEOPLE, match_weights: WEIGHTS })
  renderAt(
    <MatchedProfessionals
      projectId="p1"
      title="Profissionais indicados"
      count={10}
      action={({ name }) => <button type="button">Convidar {name}</button>}
    />,
  )
}

const names = () => screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)

test('professionals stand in the order of the match, with reasons, gaps and what can be done', async () => {
  openProfessionals()
  expect(await screen.findByText('TIA Portal')).toBeTruthy()
  expect(names()).toEqual(['Marina', 'Rafael', 'Três', 'Quatro'])
  const first = within(screen.getAllByRole('listitem')[0] ?? document.body)
  expect(first.getByText('80')).toBeTruthy()
  expect(first.getByText('falta NR-35')).toBeTruthy()
  expect(first.getAllByText('outros produtos Siemens')).toHaveLength(1)
  expect(first.getByRole('button', { name: 'Convidar Marina' })).toBeTruthy()
  expect(askedOf('rpc/match_professionals').map(({ body }) => body)).toEqual([
    { project_id: 'p1', limit: 10 },
  ])
})

test('they can be ordered by one criterion', async () => {
  openProfessionals()
  await userEvent.selectOptions(
    await screen.findByRole('combobox', { name: 'Ordenar profissionais indicados' }),
    'Mais perto',
  )
  expect(names()).toEqual(['Rafael', 'Marina', 'Três', 'Quatro'])
})

test('a project that nobody matches says so', async () => {
  openProfessionals([])
  expect(
    await screen.findByRole('heading', { name: 'Nenhum profissional indicado por enquanto' }),
  ).toBeTruthy()
  expect(askedOf('professionals')).toEqual([])
})

test('how the market orders is read when it is asked for', async () => {
  openProfessionals()
  await screen.findByText('TIA Portal')
  expect(askedOf('match_weights')).toEqual([])
  await userEvent.click(screen.getByText('Como ordenamos'))
  expect(await screen.findByText('Habilidades')).toBeTruthy()
  expect(screen.queryByText('Nível')).toBeNull()
  expect(screen.getByText(/Ninguém paga para aparecer antes/)).toBeTruthy()
})

test('a failure is drawn and tried again', async () => {
  serve({ 'rpc/match_projects': 500 })
  renderAt(<MatchedProjects partyId="marina" count={6} action={() => null} />)
  const retry = await screen.findByRole('button', { name: 'Tentar novamente' })
  serve({ 'rpc/match_projects': [] })
  await userEvent.click(retry)
  expect(await screen.findByRole('heading', { name: 'Nenhum projeto combina por enquanto' })).toBeTruthy()
})

test('a project that is gone meanwhile is left out', async () => {
  const project = {
    id: 'p1',
    number: 7,
    title: 'Linha 4',
    budget: 'A combinar',
    deadline: '30 dias',
    city: 'Campinas',
    state: 'SP',
    work_mode: 'on_site',
    company: null,
  }
  serve({
    'rpc/match_projects': [
      { ...MARINA, id: 'p1' },
      { ...MARINA, id: 'p2' },
    ],
    projects: [project],
  })
  renderAt(<MatchedProjects partyId="marina" count={6} action={() => null} />)
  expect(await screen.findByRole('link', { name: 'Linha 4' })).toBeTruthy()
  expect(names()).toEqual(['Linha 4'])
  expect(screen.getByText('Empresa Confidencial')).toBeTruthy()
  expect(askedOf('rpc/match_projects').map(({ body }) => body)).toEqual([
    { limit: 6, professional_id: 'marina' },
  ])
})

test('a project says all of its reasons and gaps in points', async () => {
  serve({ 'rpc/match_project': [MARINA] })
  renderAt(<ProjectMatch projectId="p1" partyId="marina" />)
  const section = within(await screen.findByRole('region', { name: 'Combinação com o seu perfil' }))
  expect(section.getByText('+20')).toBeTruthy()
  expect(section.getByText('−12')).toBeTruthy()
})

test('an administrator sets a weight', async () => {
  serve({ match_weights: WEIGHTS })
  renderAt(<WeightsForm />)
  const field = await screen.findByRole('textbox', { name: 'Distância' })
  await userEvent.clear(field)
  await userEvent.type(field, '101')
  expect(screen.getByText('Digite um número inteiro de 0 a 100.')).toBeTruthy()
  await userEvent.clear(field)
  await userEvent.type(field, '25')
  await userEvent.click(screen.getByRole('button', { name: 'Salvar Distância' }))
  const sent = askedOf('match_weights').filter(({ method }) => method === 'PATCH')
  expect(sent.map(({ query, body }) => [query.kind, body])).toEqual([['eq.distance', { points: 25 }]])
})
