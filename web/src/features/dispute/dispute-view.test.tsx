import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keys } from '@/api/keys'
import { askedOf, serve } from '@/api/test-server'
import { DisputeAction } from '@/features/dispute/dispute-action'
import { DisputeView } from '@/features/dispute/dispute-view'
import type { Dispute } from '@/features/dispute/queries'
import { CLAIM, DECIDED, MEDIATION, NEGOTIATING, OPEN, SETTLED } from '@/features/dispute/test-dispute'
import { sharesOf } from '@/features/dispute/text'
import { Timeline } from '@/features/dispute/timeline'
import { ofCents } from '@/lib/money'
import { renderAt } from '@/lib/test-render'
import { SaveDispute } from './dispute-screen'

vi.mock('@/features/dispute/evidence-query', async (original) => ({
  ...(await original<object>()),
  evidenceQuery: () => ({
    queryKey: keys.disputes.evidence('d1', 'marina'),
    queryFn: () => ({
      events: [{ shown: { kind: 'event', id: 'v1' }, label: 'Entrega de ontem' }],
      checklists: [{ shown: { kind: 'checklist', id: 'l1' }, label: 'TAF do marco 1' }],
      files: [],
      messages: [],
    }),
  }),
}))

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') })
  const answer = {
    body: { id: 'd1', status: 'negotiating', milestone_id: 'm1', milestone_status: 'disputed' },
  }
  serve(
    Object.fromEntries(
      [
        'open_dispute',
        'answer_dispute',
        'accept_split',
        'propose_split',
        'decide_dispute',
        'add_to_dispute',
      ].map((call) => [`rpc/${call}`, answer]),
    ),
  )
})
afterEach(() => vi.useRealTimers())

function show(dispute: Dispute, partyId = 'serra', { mayNegotiate = true, isAdmin = false } = {}) {
  renderAt(
    <DisputeView
      dispute={dispute}
      partyId={partyId}
      personId={partyId}
      mayNegotiate={mayNegotiate}
      isAdmin={isAdmin}
    />,
  )
}

const steps = () => screen.queryAllByRole('button').map((button) => button.textContent)

test.each([
  ['the opener waits or adds', OPEN, 'serra', ['Retirar a disputa', 'Acrescentar']],
  ['the other answers or concedes', OPEN, 'marina', ['Responder', 'Concordar com o pedido']],
  [
    'both offer',
    NEGOTIATING,
    'marina',
    ['Aceitar esta divisão', 'Propor 40% para o profissional', 'Chamar a administração', 'Acrescentar'],
  ],
  [
    'the opener may also withdraw',
    NEGOTIATING,
    'serra',
    [
      'Aceitar esta divisão',
      'Propor 60% para o profissional',
      'Chamar a administração',
      'Retirar a disputa',
      'Acrescentar',
    ],
  ],
  [
    'nobody calls twice',
    MEDIATION,
    'marina',
    ['Aceitar esta divisão', 'Propor 40% para o profissional', 'Acrescentar'],
  ],
  ['a decision is accepted or appealed', DECIDED, 'marina', ['Aceitar a decisão', 'Recorrer', 'Acrescentar']],
  ['once', { ...DECIDED, professional_accepted_at: '2026-11-20T13:00:00Z' }, 'marina', ['Acrescentar']],
  ['what is over is over', SETTLED, 'serra', []],
])('%s', (_, dispute, partyId, names) => {
  show(dispute, partyId)
  const shown = steps().filter((name) => !name.startsWith('Enviar') && name !== '')
  expect(shown.toSorted()).toEqual([...names].toSorted())
})

test('the record of a dispute is downloaded as the server’s PDF', async () => {
  serve({ 'rpc/print_dispute_document': 404 })
  renderAt(<SaveDispute disputeId="d1" />)
  await userEvent.click(screen.getByRole('button', { name: 'Baixar PDF' }))
  await vi.waitFor(() =>
    expect(askedOf('rpc/print_dispute_document').map(({ body }) => body)).toEqual([{ dispute_id: 'd1' }]),
  )
})

test('a role without the right to negotiate only reads, and so does an administrator who was not called', () => {
  show(NEGOTIATING, 'serra', { mayNegotiate: false })
  expect(steps()).toEqual([])
  show(NEGOTIATING, 'celia', { isAdmin: true })
  expect(steps()).toEqual([])
})

test('says when silence concedes, and what that is worth to the centavo', () => {
  show(OPEN, 'marina')
  expect(screen.getByText('em 7 dias')).toBeTruthy()
  const [part] = screen.getAllByText('R$ 200,11')
  expect(part).toBeTruthy()
  expect(screen.getAllByText('R$ 800,44').length).toBeGreaterThan(0)
})

test('accepting sends the number of the other side’s last offer and shows both amounts', async () => {
  show(NEGOTIATING, 'serra')
  await userEvent.click(screen.getByRole('button', { name: 'Aceitar esta divisão' }))
  const asked = within(screen.getByRole('alertdialog'))
  expect(asked.getByText(/R\$ 600,33 para o profissional e R\$ 400,22 para a empresa/)).toBeTruthy()
  await userEvent.click(asked.getByRole('button', { name: 'Aceitar esta divisão' }))
  expect(askedOf('rpc/accept_split')[0]?.body).toEqual({ dispute_id: 'd1', number: 4 })
})

test('moving the slider of an offer updates its amounts', async () => {
  show(NEGOTIATING, 'marina')
  const slider = screen.getByRole('slider', { name: 'Parte do profissional' })
  fireEvent.change(slider, { target: { value: '33' } })
  expect(slider.getAttribute('aria-valuetext')?.replaceAll('\u00a0', ' ')).toBe(
    '33%: R$ 330,18 para o profissional e R$ 670,37 para a empresa',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Propor 33% para o profissional' }))
  expect(askedOf('rpc/propose_split')[0]?.body).toEqual({ dispute_id: 'd1', professional_percent: 33 })
})

test('an answer needs a text and is sent with its evidence', async () => {
  show(OPEN, 'marina')
  await userEvent.click(screen.getByRole('button', { name: 'Responder' }))
  expect(screen.getByText('Escreva o que aconteceu.')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Sua resposta'), ' Liga. ')
  await userEvent.click(await screen.findByLabelText('Entrega de ontem'))
  await userEvent.click(screen.getByRole('button', { name: 'Responder' }))
  expect(askedOf('rpc/answer_dispute')[0]?.body).toEqual({
    dispute_id: 'd1',
    statement: 'Liga.',
    evidence: [{ kind: 'event', id: 'v1' }],
  })
})

test('an administrator decides with reasons', async () => {
  show(MEDIATION, 'celia', { isAdmin: true })
  await userEvent.click(screen.getByRole('button', { name: 'Registrar decisão' }))
  expect(screen.getByText('Escreva os fundamentos.')).toBeTruthy()
  fireEvent.change(screen.getByRole('slider'), { target: { value: '70' } })
  await userEvent.type(screen.getByLabelText('Fundamentos'), 'O vídeo mostra.')
  await userEvent.click(screen.getByRole('button', { name: 'Registrar decisão' }))
  expect(askedOf('rpc/decide_dispute')[0]?.body).toEqual({
    dispute_id: 'd1',
    professional_percent: 70,
    reason: 'O vídeo mostra.',
  })
})

test('the record names the author of each entry and quotes its evidence', () => {
  show({
    ...NEGOTIATING,
    entries: [
      ...NEGOTIATING.entries,
      {
        ...CLAIM,
        id: 'e9',
        number: 9,
        kind: 'final_decision',
        side: 'administrator',
        offer: null,
        same_administrator: true,
      },
    ],
  })
  const record = within(screen.getByRole('list', { name: 'O que foi dito' }))
  expect(record.getByText('O painel chegou.')).toBeTruthy()
  expect(record.getByText('proposta 4')).toBeTruthy()
  expect(record.getByText(/não há outro administrador/)).toBeTruthy()
})

test.each(['planned', 'awaiting_payment', 'released', 'disputed'])(
  'a %s milestone is not disputed',
  (status) => {
    renderAt(
      <DisputeAction
        contractId="c1"
        milestone={{
          id: 'm1',
          position: 1,
          title: 'Montagem',
          status,
          value_cents: ofCents(100),
          held_cents: ofCents(0),
        }}
      />,
    )
    expect(steps()).toEqual([])
  },
)

test('opening a dispute needs a reason and a percentage, and leads to its page', async () => {
  const milestone = {
    id: 'm1',
    position: 1,
    title: 'Montagem',
    status: 'delivered',
    value_cents: ofCents(100_055),
    held_cents: ofCents(0),
  }
  const { pathname } = renderAt(<DisputeAction contractId="c1" milestone={milestone} />)
  await userEvent.click(screen.getByRole('button', { name: 'Abrir disputa' }))
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.change(dialog.getByRole('slider'), { target: { value: '0' } })
  await userEvent.click(dialog.getByRole('button', { name: 'Abrir disputa' }))
  expect(dialog.getByText('Escreva o motivo.')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('O que não está de acordo'), 'Não liga.')
  await userEvent.click(dialog.getByRole('button', { name: 'Abrir disputa' }))
  expect(askedOf('rpc/open_dispute')[0]?.body).toEqual({
    milestone_id: 'm1',
    reason: 'Não liga.',
    professional_percent: 0,
  })
  await vi.waitFor(() => expect(pathname()).toBe('/dashboard/contratos/c1/disputa/d1'))
})

test('the two amounts add up to the whole for every percentage', () => {
  for (const cents of [1, 2, 3, 99, 100_055, 99_999_999_999])
    for (let percent = 0; percent <= 100; percent++) {
      const { professional, company } = sharesOf(ofCents(cents), percent)
      expect(professional + company).toBe(cents)
      expect(Math.min(professional, company)).toBeGreaterThanOrEqual(0)
    }
})

const MILESTONE = {
  id: 'm1',
  position: 1,
  title: 'Painel',
  status: 'delivered',
  value_cents: ofCents(100_000),
  held_cents: ofCents(0),
}

test('a dispute about a failed item starts with a quote and attaches the checklist', async () => {
  serve({ 'rpc/open_dispute': { body: { id: 'd1' } } })
  const shown = { kind: 'checklist', id: 'l1' } as const
  renderAt(
    <DisputeAction
      contractId="c1"
      milestone={MILESTONE}
      label="Contestar"
      quoted={{ id: 'i1', text: 'Item 1: Parada.', shown, shownAs: 'lista TAF, versão 3' }}
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Contestar' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/lista TAF, versão 3, como está agora/)).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('O que não está de acordo'), ' Corta sim.')
  await userEvent.click(dialog.getByRole('button', { name: 'Abrir disputa' }))
  await vi.waitFor(() =>
    expect(askedOf('rpc/open_dispute').map(({ body }) => body)).toEqual([
      {
        milestone_id: 'm1',
        reason: 'Item 1: Parada. Corta sim.',
        professional_percent: 50,
        evidence: [shown],
      },
    ]),
  )
})

test('an attached checklist is quoted with its version and SHA-256', () => {
  const piece = {
    kind: 'checklist',
    id: 'l1',
    text: 'TAF: 1 reprovado.',
    version: 3,
    sha256: 'ab'.repeat(32),
  }
  renderAt(<Timeline contractId="c1" entries={[{ ...CLAIM, evidence: [piece] }]} value={ofCents(100_000)} />)
  const shown = within(screen.getByRole('list', { name: 'Provas' }))
  expect(shown.getByText('TAF: 1 reprovado.')).toBeTruthy()
  expect(shown.getByText('ab'.repeat(32))).toBeTruthy()
  expect(shown.getByRole('link').getAttribute('href')).toBe('/dashboard/contratos/c1/listas/l1')
})
