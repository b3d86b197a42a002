import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { serve } from '@/api/test-server'
import { FiscalExport } from '@/features/fiscal/fiscal-export'
import { PendingInvoices } from '@/features/fiscal/pending-invoices'
import { download } from '@/lib/csv'
import { renderAt } from '@/lib/test-render'

vi.mock(import('@/lib/csv'), async (original) => ({ ...(await original()), download: vi.fn() }))

const ABOUT = {
  contract: { id: 'c1', number: 7, company_id: 'serra', professional_id: 'marina', title: 'Retrofit' },
  milestone: { position: 1, title: 'Projeto' },
}

test('the lines of a period are a spreadsheet: invoices, then taxes', async () => {
  serve({
    invoices: {
      body: [
        {
          ...ABOUT,
          id: 'i1',
          kind: 'nfse',
          status: 'checked',
          number: '42',
          access_key: '355',
          verification_code: null,
          issued_on: '2026-11-21',
          value: '900.05',
          expected: '900.05',
          provider_document: '11222333000181',
          taker_document: '12ABC34501DE35',
          sent_at: '2026-11-21T12:00:00Z',
        },
      ],
    },
    withholdings: {
      body: [
        {
          ...ABOUT,
          id: 'w1',
          tax: 'iss',
          base_cents: 90005,
          rate: '2.50',
          value_cents: 2250,
          settled_cents: 2250,
          answered_at: '2026-11-22T12:00:00Z',
        },
      ],
    },
  })
  renderAt(<FiscalExport partyId="marina" />)
  await userEvent.click(screen.getByRole('button', { name: /Baixar linhas fiscais/ }))
  await vi.waitFor(() => expect(download).toHaveBeenCalledOnce())
  const [name = '', text = ''] = vi.mocked(download).mock.calls[0] ?? []
  expect(name).toMatch(/^fiscal-\d{4}-\d{2}-01-a-\d{4}-\d{2}-\d{2}\.csv$/)
  const lines = text.split('\r\n')
  expect(lines[1]).toBe(
    'NFS-e;21/11/2026;7;1. Projeto;Conferida;42;355;21/11/2026;11222333000181;12ABC34501DE35;900,05;;900,05',
  )
  expect(lines[2]).toBe('Retenção de ISS;22/11/2026;7;1. Projeto;Retida;;;;;;900,05;2,50;22,50')
})

test('an invoice that is missing leads to its contract', async () => {
  serve({
    invoices: { body: [{ ...ABOUT, id: 'i1', kind: 'rpa', status: 'pending', expected_cents: 90005 }] },
  })
  renderAt(<PendingInvoices partyId="marina" />)
  expect(await screen.findByText('Pendente')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Projeto' }).getAttribute('href')).toContain('c1')
  expect(screen.getByText(/R\$\s900,05/)).toBeTruthy()
})
