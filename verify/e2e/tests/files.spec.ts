// What people take along as files, made by the server's functions.
import { readFile } from 'node:fs/promises'
import { expect, test, type Page } from '@playwright/test'
import { url } from '../cast.ts'
import { closePages, openAs } from '../people.ts'
import { demo } from '../places.ts'

test.afterEach(closePages)

/** Presses a button that has a file made, and reads the file. */
async function saved(page: Page, button: string) {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await download
  const bytes = await readFile(await file.path())
  return { name: file.suggestedFilename(), bytes, text: bytes.toString('utf8') }
}

test('contratos, extrato, linhas fiscais e relatório são baixados, e os prazos são assinados numa agenda', async ({ browser }) => {
  const page = await openAs(browser, demo('professional'), '/dashboard/contratos')
  const contracts = await saved(page, 'Baixar CSV')
  expect(contracts.name).toBe('contratos.csv')
  expect(contracts.text).toMatch(/^\uFEFFContrato;Projeto;Empresa;[^\r]*\r\nCTR-\d{4};/)

  await page.goto(`${url()}/dashboard/financeiro`)
  const statement = await saved(page, 'Baixar CSV')
  expect(statement.name).toBe('extrato.csv')
  expect(statement.text).toMatch(/^\uFEFFData;Tipo;Valor/)
  const book = await saved(page, 'Baixar linhas fiscais (Excel)')
  expect(book.name).toMatch(/^fiscal-\d{4}-\d\d-01-a-\d{4}-\d\d-\d\d\.xlsx$/)
  expect(book.bytes.subarray(0, 4)).toEqual(Buffer.from('PK\u0003\u0004'))
  const fiscal = await saved(page, 'Em CSV')
  expect(fiscal.name).toMatch(/^fiscal-\d{4}-\d\d-01-a-\d{4}-\d\d-\d\d\.csv$/)
  expect(fiscal.text).toContain('Linha;Data;Contrato')
  const report = await saved(page, 'Baixar relatório (PDF)')
  expect(report.name).toMatch(/^relatorio-.*\.pdf$/)
  expect(report.text.startsWith('%PDF-')).toBe(true)

  await page.goto(`${url()}/dashboard/configuracoes?aba=notificacoes`)
  const dates = await saved(page, 'Baixar prazos (.ics)')
  expect(dates.name).toBe('automacao-prazos.ics')
  await page.getByRole('button', { name: 'Criar endereço' }).click()
  const address = await page.getByLabel('Endereço da agenda', { exact: true }).inputValue()
  const subscribed = await page.request.get(address)
  expect(await subscribed.text()).toMatch(/^BEGIN:VCALENDAR\r\n/)
  await page.getByRole('button', { name: 'Encerrar endereço' }).click()
  await expect(page.getByRole('button', { name: 'Criar endereço' })).toBeVisible()
  expect((await page.request.get(address)).status()).toBe(404)
})
