import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { ENVASE } from '@/features/project/test-project'
import { renderAt } from '@/lib/test-render'
import { ProfessionalDashboardPage } from '@/pages/professional-dashboard'

vi.mock('@/api/session/session', async () => {
  const { alone } = await import('@/api/session/test-member')
  return { useMember: () => alone({ id: 'marina', name: 'Marina Alves', skills: ['clp', 'scada'] }) }
})

const FIGURES = { proposals_sent: 1234, profile_views: 8 }

function open(projects: readonly { id: string }[]) {
  serve({
    projects,
    'rpc/match_projects': projects.map(({ id }) => ({ id, score: 80, reasons: [], gaps: [] })),
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

test('shows the open projects that match, six at most', async () => {
  open([ENVASE])
  const link = await screen.findByRole('link', { name: ENVASE.title })
  expect(link.getAttribute('href')).toBe(`/projetos/migracao-da-linha-de-envase-${ENVASE.id}`)
  expect(askedOf('rpc/match_projects').map(({ body }) => body)).toEqual([
    { limit: 6, professional_id: 'marina' },
  ])
})

test('when no project matches, it leads to all of them', async () => {
  open([])
  expect(await screen.findByRole('heading', { name: 'Nenhum projeto combina por enquanto' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ver todos os projetos' }).getAttribute('href')).toBe('/projetos')
})
