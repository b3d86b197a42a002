// A sign-up of name and role alone, as the client's own call has it: what is left to say is asked for at the first sign-in.
import { randomUUID } from 'node:crypto'
import { expect, test, type Page } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import WebSocket from 'ws'
import { holdsToAccessibility } from '../accessibility.ts'
import { url } from '../cast.ts'
import { cnpj, cpf } from '../documents.ts'
import { closePages, notice, openPage, PHONE, signIn } from '../people.ts'

test.afterEach(closePages)

async function newcomer(role: 'professional' | 'company', name: string) {
  const { anonKey } = (await (await fetch(`${url()}/config.json`)).json()) as { anonKey: string }
  const wire = createClient(url(), anonKey, { auth: { persistSession: false, autoRefreshToken: false }, realtime: { transport: WebSocket as never } })
  const account = { email: `${randomUUID()}@exemplo.com.br`, password: 'clp-s7-1500' }
  const { data, error } = await wire.auth.signUp({ ...account, options: { data: { name, role } } })
  expect(error).toBeNull()
  return { ...account, wire, id: data.user?.id ?? '' }
}

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Complete seu cadastro' })

test('quem só disse nome e função completa o cadastro no primeiro acesso e segue para onde ia', async ({ browser }) => {
  const nina = await newcomer('professional', 'Nina Prado')
  const page = await openPage(browser)
  await page.goto(`${url()}/dashboard/configuracoes`)
  await signIn(page, nina)
  await expect(heading(page)).toBeFocused()
  await expect(page.getByLabel('Nome Completo')).toHaveValue('Nina Prado')
  for (const elsewhere of ['/', '/projetos', '/dashboard/mensagens', '/dashboard/admin', '/endereco-que-nao-existe']) {
    await page.goto(`${url()}${elsewhere}`)
    await expect(heading(page)).toBeVisible()
  }
  await page.goto(`${url()}/termos`)
  await expect(page.getByRole('heading', { level: 1, name: 'Termos de Serviço' })).toBeVisible()
  await page.goto(`${url()}/dashboard/configuracoes`)

  await page.getByRole('button', { name: 'Concluir cadastro' }).click()
  await expect(page.getByRole('alert').getByText('Documento é obrigatório')).toBeVisible()
  await page.getByLabel('CPF').fill('11111111111')
  await page.getByLabel(/Li e aceito/).check()
  await page.getByRole('button', { name: 'Concluir cadastro' }).click()
  await expect(page.getByText('CPF inválido.').first()).toBeVisible()
  await page.getByLabel('CPF').fill(cpf().replaceAll(/\D/g, ''))
  await page.getByLabel('CPF').blur()
  await expect(page.getByLabel('CPF')).toHaveValue(/^\d{3}\.\d{3}\.\d{3}-\d{2}$/)
  await page.getByLabel('CPF').press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Configurações' })).toBeVisible()
  await notice(page, 'Cadastro realizado com sucesso!', 'Boas-vindas, Nina! Sua conta está pronta.')
})

test('a página do cadastro incompleto serve a todos, no telefone e na mesa, clara e escura', async ({ browser }) => {
  const vale = await newcomer('company', 'Vale Verde Bebidas')
  for (const screen of [PHONE, { viewport: { width: 1280, height: 800 } }]) {
    const page = await openPage(browser, screen)
    await page.goto(`${url()}/auth`)
    await signIn(page, vale)
    await expect(page.getByLabel('CNPJ')).toBeVisible()
    await page.getByRole('button', { name: 'Concluir cadastro' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await holdsToAccessibility(page, `cadastro incompleto ${colorScheme}`)
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${screen.viewport?.width}-${colorScheme}.png`, fullPage: true })
    }
  }
  const page = await openPage(browser)
  await page.goto(`${url()}/auth`)
  await signIn(page, vale)
  await page.getByLabel('CNPJ').fill(cnpj())
  await page.getByLabel(/Li e aceito/).check()
  await page.getByRole('button', { name: 'Concluir cadastro' }).click()
  await expect(page).toHaveURL(`${url()}/dashboard/company`)
})

test('quem não quer completar o cadastro sai ou exclui a conta', async ({ browser }) => {
  const nina = await newcomer('professional', 'Nina Prado')
  const page = await openPage(browser)
  await page.goto(`${url()}/auth`)
  await signIn(page, nina)
  await page.getByRole('button', { name: 'Sair', exact: true }).click()
  await expect(heading(page)).toBeHidden()
  await page.goto(`${url()}/auth`)
  await signIn(page, nina)
  await page.getByRole('button', { name: 'Excluir minha conta' }).click()
  await page.getByLabel('Digite EXCLUIR').fill('EXCLUIR')
  await page.getByLabel('Senha Atual').fill(nina.password)
  await page.getByRole('button', { name: 'Excluir conta' }).click()
  await notice(page, 'Conta excluída')
  const back = await nina.wire.auth.signInWithPassword(nina)
  expect(back.error?.code).toBe('invalid_credentials')
})

test('um cadastro incompleto não ouve nem fala ao vivo', async () => {
  const { wire, id } = await newcomer('professional', 'Nina Prado')
  const answers = await Promise.all(
    [`news:${id}`, 'messages:outro'].map(
      (topic) => new Promise((told) => void wire.channel(topic, { config: { private: true } }).subscribe((status) => status === 'SUBSCRIBED' || status === 'CHANNEL_ERROR' ? told(status) : undefined)),
    ),
  )
  expect(answers).toEqual(['CHANNEL_ERROR', 'CHANNEL_ERROR'])
  const followed = await new Promise((told) => void wire.channel('changes').on('postgres_changes', { event: '*', schema: 'public', table: 'profiles' }, () => undefined).on('system', {}, ({ status }: { status: string }) => told(status)).subscribe((status) => status === 'CHANNEL_ERROR' ? told('error') : undefined))
  expect(followed).toBe('error')
  await wire.removeAllChannels()
})
