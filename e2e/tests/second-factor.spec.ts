// The second factor in the browser, with the client's own protocol.
import { createHmac } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { url } from '../cast.ts'
import { aProfessional, closePages, openAs, signIn } from '../people.ts'

test.afterEach(closePages)

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an authenticator shows now (RFC 6238). */
function codeOf(secret: string): string {
  const bits = Array.from(secret, (letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const digest = createHmac('sha1', key).update(step).digest()
  const number = digest.readUInt32BE(digest.readUInt8(19) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

test('uma pessoa ativa a verificação em duas etapas e entra com um código de recuperação', async ({ browser, page }) => {
  const marina = await aProfessional()
  const own = await openAs(browser, marina, '/dashboard/configuracoes?aba=seguranca')
  await own.getByRole('button', { name: 'Ativar verificação' }).click()
  const secret = own.getByRole('textbox', { name: 'Chave da conta' })
  await expect(secret).toHaveValue(/^[A-Z2-7]{16,}$/)
  await own.getByLabel(/Código que o aplicativo mostra/).fill(codeOf(await secret.inputValue()))
  await own.getByRole('button', { name: 'Ativar', exact: true }).click()
  const codes = own.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const code = await codes.first().innerText()
  await own.getByRole('button', { name: 'Já guardei os códigos' }).click()
  await expect(own.getByText('Restam 10 de 10 códigos.')).toBeVisible()

  await page.goto(`${url()}/auth`)
  await signIn(page, marina)
  const step = page.getByRole('heading', { name: 'Verificação em duas etapas' })
  await expect(step).toBeVisible()
  await page.goto(`${url()}/dashboard/configuracoes`)
  await expect(step).toBeVisible()
  await page.getByRole('button', { name: 'Estou sem o celular' }).click()
  await page.getByLabel('Código de recuperação').fill(code)
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Configurações' })).toBeVisible()
})
