import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { AmendmentSection } from '@/features/amendment/amendment-section'
import { renderAt } from '@/lib/test-render'

const PROPOSED = {
  id: 'a1',
  label: 'AD-01',
  author: 'professional',
  title: 'Segundo painel',
  description: 'Montar o painel 2',
  reason: 'Fora do escopo',
  hours: 12,
  price_cents: 150050,
  shift_days: 10,
  status: 'proposed',
  lapses_at: '2026-12-01T12:00:00Z',
  closed_at: null,
  answer_reason: null,
}

function show(side: 'company' | 'professional', mayAct = true) {
  renderAt(<AmendmentSection contractId="c1" settlement="guarantee" side={side} mayAct={mayAct} />)
}

test('the other side accepts the amendment, or refuses it with a reason', async () => {
  serve({
    amendments: { body: [PROPOSED] },
    'rpc/answer_amendment': { body: {} },
  })
  show('company')
  expect(await screen.findByText(/R\$\s1\.500,50/)).toBeTruthy()
  expect(screen.getByText(/12 horas · prazo 10 dias úteis maior/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Recusar' }))
  await userEvent.click(screen.getByRole('button', { name: 'Enviar recusa' }))
  expect(await screen.findByText('Escreva o motivo.')).toBeTruthy()
  expect(askedOf('rpc/answer_amendment')).toEqual([])
  await userEvent.type(screen.getByLabelText('Motivo'), 'Já está no escopo')
  await userEvent.click(screen.getByRole('button', { name: 'Enviar recusa' }))
  await vi.waitFor(() =>
    expect(askedOf('rpc/answer_amendment').map(({ body }) => body)).toEqual([
      { amendment_id: 'a1', accept: false, reason: 'Já está no escopo' },
    ]),
  )
})

test('its own side may only withdraw it, and a reader has no actions', async () => {
  serve({ amendments: { body: [PROPOSED] } })
  show('professional')
  expect(await screen.findByRole('button', { name: 'Retirar aditivo' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Aceitar/ })).toBeNull()
})

test('an amendment is downloaded as the server’s PDF', async () => {
  serve({ amendments: { body: [PROPOSED] }, 'rpc/print_amendment_document': 404 })
  show('company', false)
  await userEvent.click(await screen.findByRole('button', { name: 'Baixar PDF do AD-01' }))
  await vi.waitFor(() =>
    expect(askedOf('rpc/print_amendment_document').map(({ body }) => body)).toEqual([{ amendment_id: 'a1' }]),
  )
})

test('an amendment is proposed with its price to the centavo', async () => {
  serve({ amendments: { body: [] }, 'rpc/propose_amendment': { body: {} } })
  show('professional')
  await userEvent.click(screen.getByRole('button', { name: 'Propor aditivo' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/garantia dele se deposita antes do início/)).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Título'), 'Painel')
  await userEvent.type(dialog.getByLabelText('O que será feito'), 'Montar')
  await userEvent.type(dialog.getByLabelText('Preço'), '1.500,50')
  await userEvent.click(dialog.getByRole('button', { name: 'Propor' }))
  expect(askedOf('rpc/propose_amendment')).toEqual([])
  await userEvent.type(dialog.getByLabelText('Motivo'), 'Fora')
  await userEvent.click(dialog.getByRole('button', { name: 'Propor' }))
  await vi.waitFor(() =>
    expect(askedOf('rpc/propose_amendment').map(({ body }) => body)).toEqual([
      {
        contract_id: 'c1',
        title: 'Painel',
        description: 'Montar',
        reason: 'Fora',
        price: '1500.50',
        shift_days: 0,
      },
    ]),
  )
})

test('an amendment that ended with its contract does not read as unanswered', async () => {
  const lapsed = { ...PROPOSED, status: 'lapsed' }
  serve({
    amendments: {
      body: [
        { ...lapsed, closed_at: '2026-11-20T12:00:00Z' },
        { ...lapsed, id: 'a0', closed_at: '2026-12-01T12:00:00Z' },
      ],
    },
  })
  show('company', false)
  expect(await screen.findByText('Encerrado com o contrato')).toBeTruthy()
  expect(screen.getByText('Venceu sem resposta')).toBeTruthy()
})
