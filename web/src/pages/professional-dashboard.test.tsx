import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { ENVASE } from '@/features/project/test-project'
import { renderAt } from '@/lib/test-render'
import { ProfessionalDashboardPage } from '@/pages/professional-dashboard'

const current = vi.hoisted((): { skills: string[] } => ({ skills: [] }))
vi.mock('@/api/session/session', async () => {
  const { alone } = await import('@/api/session/test-member')
  return { useMember: () => alone({ id: 'marina', name: 'Marina Alves', skills: current.skills }) }
})

const FIGURES = { proposals_sent: 1234, profile_views: 8 }

function open(projects: readonly unknown[] | number, skills = ['clp', 'scada']) {
  current.skills = skills
  serve({
    projects,
    portfolio_projects: [{ id: 'f1' }, { id: 'f2' }],
    profiles: ({ query }) => (query.select?.includes('proposals_sent') ? [FIGURES] : 500),
  })
  renderAt(<ProfessionalDashboardPage />)
}

function figure(name: string) {
  return screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
}

test('counts proposals sent and portfolio items', async () => {
  open([])
  await screen.findByText('1.234')
  expect([figure('Propostas Enviadas'), figure('Itens no Portfólio')]).toEqual(['1.234', '2'])
})

test('recommends open projects that ask for the own skills, three at most', async () => {
  open([ENVASE, { ...ENVASE, id: 'p2', title: 'Inspeção por visão' }])
  const link = await screen.findByRole('link', { name: ENVASE.title })
  expect(link.getAttribute('href')).toBe(`/projetos/migracao-da-linha-de-envase-${ENVASE.id}`)
  expect(screen.getByRole('link', { name: 'Inspeção por visão' })).toBeTruthy()
  expect(askedOf('projects').map(({ query }) => [query.status, query.skills, query.limit])).toEqual([
    ['eq.open', 'ov.{clp,scada}', '3'],
  ])
})

test('when no project fits, it leads to all of them', async () => {
  open([])
  expect(await screen.findByRole('heading', { name: 'Nenhuma recomendação por enquanto' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ver todos os projetos' }).getAttribute('href')).toBe('/projetos')
})

test('without a skill nothing is asked', async () => {
  open([ENVASE], [])
  expect(await screen.findByRole('heading', { name: 'Nenhuma recomendação por enquanto' })).toBeTruthy()
  expect(askedOf('projects')).toEqual([])
})

test('a failure is drawn and tried again', async () => {
  open(500)
  const retry = await screen.findByRole('button', { name: 'Tentar novamente' })
  serve({ projects: [ENVASE] })
  await userEvent.click(retry)
  expect(await screen.findByRole('link', { name: ENVASE.title })).toBeTruthy()
})
