import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { ENVASE } from '@/features/project/test-project'
import { renderAt } from '@/lib/test-render'
import { ProjectProposalsPage } from '@/pages/project-proposals'

vi.mock('@/api/session', () => ({ useMember: () => ({ profile: { id: 'serra', role: 'company' } }) }))

function open(projectId = ENVASE.id) {
  renderAt(<ProjectProposalsPage />, {
    path: '/dashboard/projetos/:projectId/propostas',
    entries: [`/dashboard/projetos/${projectId}/propostas`],
  })
}

function expectDenied() {
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
    'Projeto não encontrado ou acesso negado.',
  )
  expect(screen.getByText('Você só pode ver propostas de seus próprios projetos.')).toBeTruthy()
}

test("another company's project and a missing one look alike", async () => {
  serve({ projects: [] })
  open()
  await screen.findByText('Projeto não encontrado ou acesso negado.')
  expectDenied()
  expect(askedOf('projects').map(({ query }) => [query.id, query['owner.company_id']])).toEqual([
    [`eq.${ENVASE.id}`, 'eq.serra'],
  ])
  expect(askedOf('proposals')).toEqual([])
})

test('an address that can name no project asks for nothing', () => {
  serve()
  open('42')
  expectDenied()
  expect(askedOf('projects')).toEqual([])
})

test('a failure is no denial: it is drawn and tried again', async () => {
  serve({ projects: 500 })
  open()
  const retry = await screen.findByRole('button', { name: 'Tentar novamente' })
  expect(screen.queryByText('Projeto não encontrado ou acesso negado.')).toBeNull()
  serve({ projects: [ENVASE] })
  await userEvent.click(retry)
  expect(await screen.findByRole('heading', { level: 1, name: `Propostas: ${ENVASE.title}` })).toBeTruthy()
})

test('an own project without a proposal says that none came', async () => {
  serve({ projects: [ENVASE] })
  open()
  expect(await screen.findByRole('heading', { name: 'Nenhuma proposta recebida' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ver projeto' }).getAttribute('href')).toBe(
    `/projetos/${ENVASE.id}`,
  )
})
