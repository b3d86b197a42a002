import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { ProjectDirectory } from '@/features/project/directory/project-directory'
import { ENVASE, SKILLS } from '@/features/project/test-project'
import { renderAt } from '@/lib/test-render'

vi.mock('@/api/session/session', () => ({ useSession: () => ({ status: 'signed-out' }) }))

function open(search = '') {
  serve({ projects: [ENVASE], skills: SKILLS, 'rpc/count_skills': [] })
  renderAt(<ProjectDirectory save={() => 'Salvar busca'} />, {
    path: '/projetos',
    entries: [`/projetos${search}`],
  })
}

test('the address says what is asked for, and what it cannot mean is left out', async () => {
  open('?estado=SP&modalidade=on_site&modalidade=nada&nivel=Pleno&orcamento=30000-60000&q=s7+300')
  await screen.findByText('1 projeto aberto')
  const { query = {} } = askedOf('projects')[0] ?? {}
  expect(query).toMatchObject({
    status: 'eq.open',
    state: 'eq.SP',
    work_mode: 'in.(on_site)',
    experience_level: 'in.(Pleno)',
    budget_max_cents: 'gte.3000000',
    budget_min_cents: 'lte.6000000',
    search: "fts(automacao).('s7':* & '300':* | 's7300':*)",
  })
})

test('what is chosen is a chip that can be taken back, and the phone counts it', async () => {
  open('?estado=SP&modalidade=remote')
  await screen.findByText('1 projeto aberto')
  expect(screen.getByRole('button', { name: 'Filtros (2)' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Remover São Paulo' }))
  expect(screen.queryByRole('button', { name: 'Remover São Paulo' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Remover Remoto' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Limpar' }))
  expect(screen.getByRole('button', { name: 'Filtros' })).toBeTruthy()
  expect(askedOf('projects').at(-1)?.query.state).toBeUndefined()
})

test('the sheet of a phone asks for a state and says how many there are', async () => {
  open()
  await screen.findByText('1 projeto aberto')
  await userEvent.click(screen.getByRole('button', { name: 'Filtros' }))
  const sheet = screen.getByRole('dialog', { name: 'Filtros' })
  await userEvent.selectOptions(
    [...sheet.querySelectorAll('select')].find((select) => select.ariaLabel === 'Filtrar por estado') ??
      sheet,
    'Minas Gerais',
  )
  expect(await screen.findByRole('button', { name: 'Ver 1 projeto aberto' })).toBeTruthy()
  expect(askedOf('projects').at(-1)?.query.state).toBe('eq.MG')
})

test('a state offers the cities in which there is something, and one of them is a chip', async () => {
  open('?estado=SP')
  serve({
    projects: [ENVASE],
    skills: SKILLS,
    'rpc/count_skills': [],
    'rpc/count_cities': [{ key: 'jundiai', city: 'Jundiaí', total: 3 }],
  })
  const city = await screen.findByRole('combobox', { name: 'Filtrar por cidade' })
  await screen.findByRole('option', { name: 'Jundiaí (3)' })
  expect(askedOf('rpc/count_cities')[0]?.query).toEqual({ in_state: 'SP', kind: 'projects' })
  await userEvent.selectOptions(city, 'Jundiaí (3)')
  expect(await screen.findByRole('button', { name: 'Remover Jundiaí' })).toBeTruthy()
  expect(askedOf('projects').at(-1)?.query).toMatchObject({ state: 'eq.SP', city_key: 'eq.jundiai' })
  await userEvent.click(screen.getByRole('button', { name: 'Remover São Paulo' }))
  expect(screen.queryByRole('button', { name: 'Remover Jundiaí' })).toBeNull()
  expect(askedOf('projects').at(-1)?.query.city_key).toBeUndefined()
})
