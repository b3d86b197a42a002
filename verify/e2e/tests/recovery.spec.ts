// A forgotten password, from the form through the mail to a new one, on a server that sends mail.
import { expect, test as base } from '@playwright/test'
import { url } from '../cast.ts'
import { aProfessional, closePages, notice, openAs, openPage, signIn } from '../people.ts'
import { openPostOffice, type PostOffice } from '../post-office.ts'
import { aside } from '../server.ts'

const test = base.extend<{ post: PostOffice }>({
  post: async ({}, use) => {
    const post = await openPostOffice()
    await aside(['--smtp-url', post.smtpUrl], () => use(post))
    post.close()
  },
})

test.afterEach(closePages)

test('quem esqueceu a senha recebe um link, cria uma nova e entra com ela', async ({ page, browser, post }) => {
  const marina = await aProfessional()
  const letterAbout = async (subject: string) => {
    const arrived = () => post.letters.find((letter) => letter.includes(subject) && letter.includes(marina.email))
    await expect.poll(arrived).toBeDefined()
    return String(arrived())
  }
  await page.goto(`${url()}/auth`)
  for (const email of ['ninguem@exemplo.com.br', marina.email]) {
    await page.getByRole('button', { name: 'Esqueci minha senha' }).click()
    await expect(page.getByText('Enviamos um link para criar uma nova senha.')).toBeVisible()
    await page.getByLabel('E-mail da conta').fill(email)
    await page.getByRole('button', { name: 'Enviar link' }).click()
    const sentence = 'Se houver uma conta com este endereço, o link para criar uma nova senha está a caminho.'
    await notice(page, 'Confira o seu e-mail', sentence)
  }
  const letter = await letterAbout('Criar nova senha')
  expect(post.letters.filter((other) => other.includes('ninguem@'))).toEqual([])
  const link = /Criar nova senha: (http\S+)/.exec(letter)?.[1] ?? ''

  // What a filter of mail does with a link spends nothing.
  for (const method of ['HEAD', 'GET']) await page.request.fetch(link, { method })
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Criar uma nova senha')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Crie uma nova senha')
  await page.getByLabel('Nova Senha', { exact: true }).fill('curta')
  await page.getByRole('button', { name: 'Salvar nova senha' }).click()
  await expect(page.getByText('Esta senha é curta demais. Escolha uma mais longa.')).toBeVisible()
  await page.getByLabel('Nova Senha', { exact: true }).fill('nova-s7-1500')
  await page.getByRole('button', { name: 'Salvar nova senha' }).click()
  await notice(page, 'Senha alterada!', 'Use a nova senha no próximo acesso.')
  await expect(page).toHaveURL(`${url()}/dashboard/professional`)
  await letterAbout('A senha da sua conta acaba de ser alterada.')

  const elsewhere = await openPage(browser)
  await elsewhere.goto(link)
  await elsewhere.getByRole('button', { name: 'Continuar' }).click()
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Acesse sua conta')
  await notice(elsewhere, 'Link expirado ou já usado')
  await signIn(elsewhere, marina)
  await notice(elsewhere, 'Falha no login', 'Por favor, verifique suas credenciais.')
  await openAs(browser, { email: marina.email, password: 'nova-s7-1500' })
})
