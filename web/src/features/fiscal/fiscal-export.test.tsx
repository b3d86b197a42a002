import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { FiscalExport } from '@/features/fiscal/fiscal-export'
import { PendingInvoices } from '@/features/fiscal/invoice/pending-invoices'
import { renderAt } from '@/lib/test-render'

vi.mock(import('@/lib/device/save-blob'), () => ({ saveBlob: vi.fn() }))

const ABOUT = {
  contract: { id: 'c1', number: 7, company_id: 'serra', professional_id: 'marina', title: 'Retrofit' },
  milestone: { position: 1, title: 'Projeto' },
}

test('the lines and the report of a period are asked of the server', async () => {
  serve({ 'functions/fiscal_sheet': new Response(''), 'functions/period_report': new Response('') })
  renderAt(<FiscalExport partyId="marina" />)
  await userEvent.click(screen.getByRole('button', { name: 'Em CSV' }))
  await userEvent.click(screen.getByRole('button', { name: /Baixar relatório/ }))
  for (const target of ['functions/fiscal_sheet', 'functions/period_report']) {
    await vi.waitFor(() => expect(askedOf(target)).toHaveLength(1))
    expect(JSON.stringify(askedOf(target)[0]?.body)).toMatch(
      /^\{"party_id":"marina","from":"\d{4}-\d\d-01","to":"\d{4}-\d\d-\d\d"\}$/,
    )
  }
})

test('the export offers a workbook beside the CSV, with keys and documents as text', async () => {
  serve({ 'functions/fiscal_sheet': new Response('') })
  renderAt(<FiscalExport partyId="marina" />)
  await userEvent.click(screen.getByRole('button', { name: /Baixar linhas fiscais \(Excel\)/ }))
  await vi.waitFor(() => expect(askedOf('functions/fiscal_sheet')).toHaveLength(1))
  expect(askedOf('functions/fiscal_sheet')[0]?.body).toMatchObject({ party_id: 'marina', format: 'xlsx' })
})

test('a period that ends before it begins is reported and not requested', () => {
  serve({})
  renderAt(<FiscalExport partyId="marina" />)
  const end = screen.getByLabelText('Até')
  fireEvent.change(screen.getByLabelText('De'), { target: { value: '2026-11-20' } })
  fireEvent.change(end, { target: { value: '2026-11-19' } })
  expect(screen.getByText('O fim vem antes do começo')).toBeTruthy()
  expect(end.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('button', { name: /Baixar relatório/ }).hasAttribute('disabled')).toBe(true)
  fireEvent.change(end, { target: { value: '2026-11-20' } })
  expect(screen.queryByText('O fim vem antes do começo')).toBeNull()
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
