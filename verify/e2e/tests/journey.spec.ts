// The main job in the browser: two people side by side, nobody reloads.
import { expect, test, type Page } from '@playwright/test'
import { company, professional, url } from '../cast.ts'
import { closePages, notice, openPage } from '../people.ts'

test.afterEach(closePages)

const MISSING = 'Por favor, preencha a carta de apresentação e o valor da proposta.'

type Person = ReturnType<typeof company> | ReturnType<typeof professional>

async function register(page: Page, person: Person) {
  await page.goto(`${url()}/auth?tab=register`)
  const isCompany = person.role === 'company'
  await page.getByText(isCompany ? 'Empresa' : 'Profissional', { exact: true }).first().click()
  await page.getByLabel(isCompany ? 'Nome da Empresa' : 'Nome Completo').fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Senha', { exact: true }).fill(person.password)
  await page.getByLabel(isCompany ? 'CNPJ' : 'CPF', { exact: true }).fill(person.document)
  // What is pressed before the page is hydrated is replayed a moment later.
  await page.getByRole('checkbox').click()
  await expect(page.getByRole('checkbox')).toBeChecked()
  await page.getByRole('button', { name: 'Cadastrar' }).click()
  await notice(page, 'Cadastro realizado com sucesso!', `Boas-vindas, ${isCompany ? person.name : person.name.split(' ')[0]}! Sua conta está pronta.`)
}

/** Refused while something is missing, then sent. */
async function propose(page: Page) {
  await page.getByRole('button', { name: 'Enviar Proposta' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Enviar Proposta' }).click()
  await notice(page, 'Campos obrigatórios', MISSING)
  await dialog.getByLabel('Carta de Apresentação').fill('Já migrei três linhas de envase em paradas curtas.')
  await dialog.getByRole('button', { name: 'Enviar Proposta' }).click()
  await notice(page, 'Campos obrigatórios', MISSING)
  await expect(dialog.getByText('Informe o valor em reais')).toBeVisible()
  await dialog.getByLabel('Valor da Proposta (R$)').fill('48.500,00')
  await dialog.getByRole('button', { name: 'Enviar Proposta' }).click()
  await notice(page, 'Proposta Enviada!', 'Sua proposta foi enviada para a empresa. Boa sorte!')
  await expect(dialog).toBeHidden()
}

test('empresa publica um projeto, recebe uma proposta e responde; o profissional vê a resposta chegar', async ({ browser }) => {
  const buyer = await openPage(browser)
  const engineer = await openPage(browser)
  const title = `Migração de S7-300 para S7-1500 (${Date.now()})`

  await register(buyer, company())
  await expect(buyer).toHaveURL(/\/dashboard\/company$/)
  await buyer.getByRole('link', { name: 'Publicar Projeto' }).first().click()
  await buyer.getByRole('button', { name: 'Publicar Projeto' }).click()
  await notice(buyer, 'Erro de Validação', 'Por favor, preencha todos os campos obrigatórios.')
  await buyer.getByLabel('Título do Projeto').fill(title)
  await buyer.getByLabel('Descrição Detalhada').fill('Trocar a CPU 315-2DP por uma 1515-2 PN na parada de fim de ano.')
  await buyer.getByLabel('Orçamento').fill('R$ 45.000 – R$ 60.000')
  await buyer.getByLabel('Prazo').fill('45 dias')
  await buyer.getByLabel('Habilidades Necessárias').click()
  await buyer.getByRole('option', { name: 'Retrofit e Modernização' }).click()
  await buyer.getByRole('option', { name: 'Programação de CLP' }).click()
  await buyer.keyboard.press('Escape')
  await buyer.getByRole('button', { name: 'Publicar Projeto' }).click()
  await notice(buyer, 'Projeto Publicado!')
  await expect(buyer).toHaveURL(/\/dashboard\/company$/)
  await expect(buyer.getByRole('link', { name: title, exact: true })).toBeVisible()
  await buyer.getByRole('link', { name: 'Mensagens' }).first().click()
  await expect(buyer.getByText('Selecione uma conversa para começar a conversar.')).toBeVisible()

  await register(engineer, professional())
  await expect(engineer).toHaveURL(/\/dashboard\/professional$/)
  await engineer.getByRole('link', { name: 'Projetos', exact: true }).first().click()
  await engineer.getByRole('searchbox', { name: 'Buscar projetos' }).fill('migracao plc')
  await engineer.getByRole('button', { name: 'Filtrar por habilidades' }).click()
  await engineer.getByRole('option', { name: 'Retrofit e Modernização' }).click()
  await engineer.keyboard.press('Escape')
  await engineer.getByRole('link', { name: title, exact: true }).click()
  await expect(engineer.getByRole('heading', { name: title })).toBeVisible()
  await propose(engineer)

  const conversation = buyer.getByRole('navigation', { name: 'Conversas' }).getByRole('link', { name: /Marina Alves Teixeira/ })
  await expect(conversation).toContainText('Nova proposta recebida para o projeto')
  await conversation.click()
  const log = buyer.getByRole('log', { name: 'Mensagens' })
  await expect(log).toContainText(`Nova proposta recebida para o projeto "${title}" de Marina Alves Teixeira. Valor: R$ 48.500,00`)

  await buyer.getByRole('link', { name: 'Gerenciar Projetos' }).first().click()
  await buyer.getByRole('link', { name: '1 proposta' }).click()
  await expect(buyer.getByText('Já migrei três linhas de envase em paradas curtas.')).toBeVisible()
  await expect(buyer.getByText('R$ 48.500,00', { exact: true })).toBeVisible()

  await engineer.getByRole('button', { name: /Abrir menu de/ }).click()
  await engineer.getByRole('menuitem', { name: /Mensagens/ }).click()
  await engineer.getByRole('navigation', { name: 'Conversas' }).getByRole('link', { name: /Envasadora Serra Azul/ }).click()

  await buyer.getByRole('link', { name: 'Enviar mensagem' }).click()
  await buyer.getByRole('textbox', { name: 'Mensagem' }).fill('   ')
  await buyer.getByRole('textbox', { name: 'Mensagem' }).press('Enter')
  await buyer.getByRole('textbox', { name: 'Mensagem' }).fill('Pode começar dia 26?')
  await buyer.getByRole('textbox', { name: 'Mensagem' }).press('Enter')
  await notice(buyer, 'Mensagem Enviada!', 'Simulação: em produção, uma notificação por e-mail seria enviada.')
  await expect(engineer.getByRole('log', { name: 'Mensagens' })).toContainText('Pode começar dia 26?')
  await expect(buyer.getByRole('log', { name: 'Mensagens' }).getByText('lida')).toBeAttached()
})
