// The I/O list of a project in the browser: dropped by its company, and read by who proposed.
import { expect, test } from '@playwright/test'
import { url } from '../cast.ts'
import { aCompany, aProfessional, aProject, aProposal, closePages, notice, openAs } from '../people.ts'

test.afterEach(closePages)

/** A list with so many digital inputs and analogue inputs, as a spreadsheet program saves it. */
function list(digital: number, analogue: number) {
  const signals = (count: number, tag: string, kind: string, place: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => `${tag}-${String(index)};${place(index)};Sinal ${String(index)};${kind}`)
  const lines = [
    'Tag;Endereço;Descrição;Tipo',
    ...signals(digital, 'SQ', 'ED', (index) => `E${String(Math.floor(index / 8))}.${String(index % 8)}`),
    ...signals(analogue, 'TT', 'EA', (index) => `PEW${String(256 + 2 * index)}`),
  ]
  return { name: 'Lista de I-O.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`) }
}

test('empresa solta a lista de I/O e vê o que mudou', async ({ browser }) => {
  const [serra, marina] = await Promise.all([aCompany(), aProfessional()])
  const project = await aProject(serra, 'Retrofit da enchedora')
  await aProposal(marina, project, 48500)
  const page = await openAs(browser, serra, `/projetos/${project}`)

  const attach = async (label: string, digital: number, analogue: number) => {
    await page.getByLabel(label, { exact: true }).and(page.locator('input')).setInputFiles(list(digital, analogue))
    const read = page.getByRole('group', { name: 'Lista lida' })
    await expect(read.getByRole('row', { name: `Entradas digitais (ED) ${String(digital)}` })).toBeVisible()
    await expect(read.getByRole('row', { name: `Total ${String(digital + analogue)}` })).toBeVisible()
    await read.getByRole('button', { name: 'Anexar ao projeto' }).click()
    await notice(page, 'Lista anexada')
  }
  await attach('Solte ou escolha a lista de I/O', 10, 4)
  await expect(page.getByText(/^Versão 1 · .* · 14 sinais/)).toBeVisible()
  await attach('Solte ou escolha a lista nova', 22, 2)
  await expect(page.getByText('O que mudou: +12 ED, −2 EA')).toBeVisible()

  const reader = await openAs(browser, marina, '/dashboard/notificacoes')
  await reader.getByText('A lista de I/O de Retrofit da enchedora mudou: +12 ED, −2 EA').click()
  await expect(reader).toHaveURL(new RegExp(`^${url()}/projetos/`))
  await expect(reader.getByText('O que mudou: +12 ED, −2 EA')).toBeVisible()
  const download = reader.waitForEvent('download')
  await reader.getByRole('button', { name: 'Baixar a lista Lista de I-O.csv' }).click()
  expect((await download).suggestedFilename()).toBe('Lista de I-O.csv')
})
