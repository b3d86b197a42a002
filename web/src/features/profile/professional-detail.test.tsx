import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { serve } from '@/api/test-server'
import { ProfessionalDetail } from '@/features/profile/professional-detail'
import type { ProfessionalCardData } from '@/features/profile/queries'
import { MARINA, NEWCOMER, SKILLS } from '@/features/profile/test-profiles'
import { renderAt } from '@/lib/test-render'

vi.mock('@/api/session', async () => {
  const { alone } = await import('@/api/test-member')
  return { useSession: () => alone({ id: 'serra' }) }
})

beforeEach(() => {
  serve({ skills: SKILLS })
})

function show(professional: ProfessionalCardData) {
  return renderAt(
    <ProfessionalDetail
      professional={professional}
      reviews={<p>Nenhuma avaliação</p>}
      report={<button>Denunciar</button>}
    />,
  )
}

test('shows the four statistics, as numbers are written here', () => {
  show(MARINA)
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
])('what is missing is said: %s', (text) => {
  show(NEWCOMER)
  expect(screen.getByText(text)).toBeTruthy()
})

test('portfolio, reviews and report have their place', () => {
  show(MARINA)
  expect(screen.getByRole('heading', { level: 3, name: 'Linha de envase' })).toBeTruthy()
  expect(screen.getByText('Nenhuma avaliação')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Denunciar' })).toBeTruthy()
})

test('a member can contact the professional', () => {
  show(MARINA)
  expect(screen.getByRole('link', { name: 'Contatar Profissional' }).getAttribute('href')).toBe(
    `/dashboard/mensagens/${MARINA.id}`,
  )
})
