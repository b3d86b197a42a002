// The second factor in the browser, with the client's own protocol.
import { expect, test } from '@playwright/test'
import { codeOf } from '../authenticator.ts'
import { url } from '../cast.ts'
import { aProfessional, closePages, openAs, openPage, signIn } from '../people.ts'

test.afterEach(closePages)

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

test('uma pessoa cria uma chave de acesso, sai e entra só com ela', async ({ browser }) => {
  const marina = await aProfessional()
  const page = await openPage(browser)
  // Passkeys are made for a name, never for the number of an address.
  const door = `${url().replace('127.0.0.1', 'localhost')}/auth`
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto(door)
  await signIn(page, marina)
  await expect(page).toHaveURL(/dashboard/)
  await page.goto(door.replace('/auth', '/dashboard/configuracoes?aba=seguranca'))
  await page.getByRole('button', { name: 'Adicionar chave de acesso' }).click()
  await page.getByRole('textbox', { name: 'Nome da chave' }).fill('Notebook da bancada')
  await page.getByRole('button', { name: 'Criar chave' }).click()
  await page.getByRole('button', { name: 'Já guardei os códigos' }).click()
  await expect(page.getByText(/^Chave de acesso · desde .* · ainda não usada$/)).toBeVisible()
  expect((await device.send('WebAuthn.getCredentials', { authenticatorId })).credentials).toHaveLength(1)

  await page.getByRole('complementary').getByRole('button', { name: 'Sair' }).click()
  await expect(page.getByRole('link', { name: 'Entrar' }).first()).toBeVisible()
  await page.goto(door)
  await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click()
  await expect(page).toHaveURL(/dashboard/)

  await page.evaluate(() => localStorage.clear())
  await page.goto(door)
  await signIn(page, marina)
  await page.getByRole('button', { name: 'Usar chave de acesso' }).click()
  await page.waitForURL(/dashboard/)
  await page.goto(door.replace('/auth', '/dashboard/configuracoes?aba=seguranca'))
  await expect(page.getByRole('list', { name: 'Aplicativos e chaves de acesso' })).toContainText('usada agora')
})
