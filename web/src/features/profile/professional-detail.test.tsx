import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { ProfessionalDetail } from '@/features/profile/professional-detail'
import type { ProfessionalCardData } from '@/features/profile/queries'
import { ENVASE_ENTRY, MARINA, NEWCOMER, SKILLS } from '@/features/profile/test-profiles'
import { renderAt } from '@/lib/test-render'

vi.mock('@/api/session/session', async () => {
  const { alone } = await import('@/api/session/test-member')
  return { useSession: () => alone({ id: 'serra' }) }
})

beforeEach(() => {
  serve({ skills: SKILLS })
})

function show(professional: ProfessionalCardData) {
  return renderAt(
    <ProfessionalDetail
      professional={professional}
      record={<p>Nenhum contrato</p>}
      reviews={<p>Nenhuma avaliação</p>}
      report={<button>Denunciar</button>}
    />,
  )
}

test('shows the four statistics, as numbers are written here', async () => {
  serve({ skills: SKILLS, portfolio_projects: [ENVASE_ENTRY] })
  show(MARINA)
  await screen.findByRole('heading', { level: 3 })
  const statistics = screen.getAllByRole('term').map((term) => {
    return [term.textContent, term.nextElementSibling?.textContent]
  })
  expect(statistics).toEqual([
    ['Visualizações do perfil', '1.234'],
    ['Projetos ativos', '2'],
    ['Propostas enviadas', '17'],
    ['Itens no portfólio', '1'],
  ])
})

test('shows headline, place, rating, story and every skill', async () => {
  const { container } = show(MARINA)
  expect(screen.getByText('Migrações Siemens sem parar a linha')).toBeTruthy()
  expect(screen.getByText('Campinas/SP')).toBeTruthy()
  expect(container.textContent).toContain('Avaliação: 4,8')
  expect(screen.getByText('Doze anos de chão de fábrica.')).toBeTruthy()
  expect(await screen.findByText('Visão')).toBeTruthy()
})

test('without a headline the title stands under the name', () => {
  show({ ...MARINA, headline: '' })
  expect(screen.getByText('Engenheira de Automação')).toBeTruthy()
})

test.each([
  'Profissional de automação',
  'Localização não informada',
  'N/A',
  'Este profissional ainda não escreveu sobre si.',
  'Nenhuma habilidade informada.',
  'Nenhum projeto no portfólio ainda.',
])('what is missing is said: %s', async (text) => {
  show(NEWCOMER)
  expect(await screen.findByText(text)).toBeTruthy()
})

test('portfolio, reviews and report have their place', async () => {
  serve({ skills: SKILLS, portfolio_projects: [ENVASE_ENTRY] })
  show(MARINA)
  expect(await screen.findByRole('heading', { level: 3, name: 'Linha de envase' })).toBeTruthy()
  expect(screen.getByText('Nenhuma avaliação')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Denunciar' })).toBeTruthy()
})

test('a member can contact the professional', () => {
  show(MARINA)
  expect(screen.getByRole('link', { name: 'Contatar Profissional' }).getAttribute('href')).toBe(
    `/dashboard/mensagens/${MARINA.id}`,
  )
})

test('a long portfolio is counted whole and goes on a page at a time, in its owner’s order', async () => {
  const portfolio = Array.from({ length: 15 }, (_, i) => ({
    ...ENVASE_ENTRY,
    id: `f${i}`,
    title: `Linha ${i}`,
  }))
  serve({ skills: SKILLS, portfolio_projects: portfolio })
  show(MARINA)
  await screen.findByRole('heading', { name: 'Linha 11' })
  expect(screen.queryByRole('heading', { name: 'Linha 12' })).toBeNull()
  expect(screen.getByText('Itens no portfólio').nextElementSibling?.textContent).toBe('15')
  await userEvent.click(screen.getByRole('button', { name: 'Carregar mais' }))
  expect(await screen.findByRole('heading', { name: 'Linha 14' })).toBeTruthy()
  expect(
    askedOf('portfolio_projects').map(({ query }) => [query.profile_id, query.order, query.offset]),
  ).toEqual([
    [`eq.${MARINA.id}`, 'position.asc,created_at.desc,id.asc', '0'],
    [`eq.${MARINA.id}`, 'position.asc,created_at.desc,id.asc', '12'],
  ])
})

test('a portfolio that cannot be read says so, and the rest of the profile stands', async () => {
  serve({ skills: SKILLS, portfolio_projects: 500 })
  show(MARINA)
  expect(await screen.findByRole('button', { name: 'Tentar novamente' })).toBeTruthy()
  expect(screen.getByText('Doze anos de chão de fábrica.')).toBeTruthy()
})
