import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { Corrections } from '@/features/admin/personal-data/corrections'
import { renderAt } from '@/lib/test-render'
import { currentToast } from '@/lib/toast'

const ASKED = {
  id: 'c1',
  party_id: 's',
  kind: 'cnpj',
  old_document: 'DEMO0001000107',
  new_document: 'DEMO0002000151',
  reason: 'Digitei o da filial.',
  created_at: '2026-11-20T12:00:00Z',
  party: { id: 's', name: 'Serra Azul', role: 'company', status: 'active' },
  asker: { id: 'e', name: 'Eva Martins' },
}

test('a pending correction shows both numbers and can be approved', async () => {
  serve({ corrections: [ASKED], 'rpc/decide_correction': { body: { id: 'c1', status: 'approved' } } })
  renderAt(<Corrections />)
  expect(await screen.findByText('DE.MO0.002/0001-51')).toBeTruthy()
  expect(screen.getByText('DE.MO0.001/0001-07').tagName).toBe('DEL')
  expect(screen.getByText('por Eva Martins')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Aprovar' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Aprovar correção' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Correção aprovada'))
  expect(askedOf('rpc/decide_correction').map(({ body }) => body)).toEqual([
    { correction_id: 'c1', status: 'approved' },
  ])
})

test('a number of another account is reported, and a refusal takes a reason', async () => {
  serve({ corrections: [ASKED], 'rpc/decide_correction': { status: 409, body: { code: 'number_taken' } } })
  renderAt(<Corrections />)
  await userEvent.click(await screen.findByRole('button', { name: 'Recusar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Recusar esta correção?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Recusar correção' }))
  expect(await dialog.findByText('Escreva o motivo.')).toBeTruthy()
  expect(askedOf('rpc/decide_correction')).toEqual([])
  await userEvent.type(dialog.getByLabelText('Motivo'), 'Não confere.')
  await userEvent.click(dialog.getByRole('button', { name: 'Recusar correção' }))
  await vi.waitFor(() => expect(currentToast()?.description).toMatch(/Este número já é de outra conta/))
  expect(askedOf('rpc/decide_correction')[0]?.body).toEqual({
    correction_id: 'c1',
    status: 'refused',
    reason: 'Não confere.',
  })
})
