import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi, type Mock } from 'vitest'
import { alone, colleague } from '@/api/session/test-member'
import { askedOf, serve, type Asked } from '@/api/test-server'
import { MARINA } from '@/features/profile/test-profiles'
import { ENVASE } from '@/features/project/test-project'
import { PLAIN } from '@/features/proposal/test-terms'
import { renderAt } from '@/lib/test-render'
import { ProjectProposalsPage } from '@/pages/project-proposals'

const current = vi.hoisted((): { member: unknown; actFor: Mock } => ({ member: undefined, actFor: vi.fn() }))
vi.mock('@/api/session/session', () => ({ useMember: () => current.member, useActFor: () => current.actFor }))

const SERRA = { id: 'serra', role: 'company', name: 'Serra Azul' } as const
const OWN = { ...ENVASE, owner: { company_id: 'serra' } }

beforeEach(() => {
  current.member = alone(SERRA)
})

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
  expect(
    askedOf('projects').map(({ query }) => [
      query.id,
      query.select?.includes('owner:project_owners!project_id!inner'),
    ]),
  ).toEqual([[`eq.${ENVASE.id}`, true]])
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
  serve({ projects: [OWN] })
  await userEvent.click(retry)
  expect(await screen.findByRole('heading', { level: 1, name: `Propostas: ${ENVASE.title}` })).toBeTruthy()
})

test('an own project without a proposal says that none came', async () => {
  serve({ projects: [OWN] })
  open()
  expect(await screen.findByRole('heading', { name: 'Nenhuma proposta recebida' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ver projeto' }).getAttribute('href')).toBe(
    `/projetos/migracao-da-linha-de-envase-${ENVASE.id}`,
  )
})

const PENDING = {
  ...PLAIN,
  id: 'o1',
  value: 52000,
  cover_letter: 'Faço em dez dias.',
  status: 'pending',
  decline_reason: null,
  created_at: '2026-11-01T12:00:00Z',
  professional: { ...MARINA, contact_id: 'rafael' },
}

function serveOwn() {
  const proposals = ({ query }: Asked) => (query.status?.startsWith('in.(pending') ? [PENDING] : [])
  serve({ projects: [OWN], proposals })
}

test.each([
  ['buyer', ['Aceitar proposta', 'Contrapropor', 'Recusar']],
  ['engineer', []],
] as const)('the role %s decides with %j', async (role, expected) => {
  current.member = colleague(role, SERRA)
  serveOwn()
  open()
  await screen.findByText('Faço em dez dias.')
  const list = within(screen.getByRole('list', { name: 'Propostas' }))
  expect(list.queryAllByRole('button').map((button) => button.textContent)).toEqual(expected)
})

test('two proposals can be compared, one alone cannot', async () => {
  const one = { ...PENDING, id: 'o2' }
  serve({
    projects: [OWN],
    proposals: ({ query }: Asked) => (query.status?.startsWith('in.(pending') ? [PENDING, one] : []),
  })
  open()
  expect((await screen.findByRole('link', { name: 'Comparar propostas' })).getAttribute('href')).toBe(
    `/dashboard/projetos/${ENVASE.id}/equalizacao`,
  )
})

test('whose role does not decide reads who does', async () => {
  current.member = colleague('engineer', SERRA)
  serve({ projects: [OWN] })
  open()
  expect(
    await screen.findByText('Só os papéis Proprietário e Comprador podem aceitar e recusar propostas.'),
  ).toBeTruthy()
})

test('a message to a professional reaches who answers for him', async () => {
  serveOwn()
  open()
  const link = await screen.findByRole('link', { name: 'Enviar mensagem' })
  expect(link.getAttribute('href')).toBe('/dashboard/mensagens/rafael')
})

test('a project of another of one’s companies is one step away', async () => {
  const vale = { id: 'vale', role: 'company', name: 'Vale Verde' } as const
  const { parties } = colleague('buyer', SERRA)
  current.member = { ...colleague('owner', vale), parties: [...colleague('owner', vale).parties, ...parties] }
  serve({ projects: [OWN] })
  open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Esta página é de Serra Azul' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Agir por Serra Azul' }))
  expect(current.actFor.mock.calls).toEqual([['serra']])
})
