// A company's own projects in the browser: written, kept, published, changed, and without its name.
import { expect, test, type Page } from '@playwright/test'
import { company, url } from '../cast.ts'
import { aCompany, aProfessional, closePages, notice, openAs, openPage } from '../people.ts'

test.afterEach(closePages)

async function fillProject(page: Page, title: string) {
  await page.getByLabel('Título do Projeto').fill(title)
  await page.getByLabel('Descrição Detalhada').fill('Trocar a CPU 315-2DP por uma 1515-2 PN.')
  await page.getByLabel('Orçamento', { exact: true }).fill('R$ 45.000 – R$ 60.000')
  await page.getByLabel('Prazo', { exact: true }).fill('45 dias')
  await page.getByLabel('Habilidades Necessárias').click()
  await page.getByRole('option', { name: 'Retrofit e Modernização' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Habilidades Necessárias')).toBeFocused()
}

async function publish(page: Page) {
  await page.getByRole('button', { name: 'Publicar Projeto' }).click()
  await notice(page, 'Projeto Publicado!')
  await expect(page).toHaveURL(/\/dashboard\/company$/)
}

test('o rascunho sobrevive ao recarregamento, e o projeto publicado pode ser editado', async ({ browser }) => {
  const serra = await aCompany()
  const page = await openAs(browser, serra, '/dashboard/projetos/novo')
  await expect(page.getByLabel('Categoria')).toHaveValue('Automação Industrial')
  await expect(page.getByLabel('Nível de Experiência')).toHaveValue('Intermediário')
  await page.getByLabel('Categoria').selectOption('Robótica')
  await fillProject(page, 'Célula de paletização')
  await page.getByLabel('Prazo', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Publicar Projeto' }).click()
  await notice(page, 'Erro de Validação', 'Por favor, preencha todos os campos obrigatórios.')
  await expect(page.getByText('Prazo é obrigatório').first()).toBeVisible()

  await page.getByLabel('Prazo', { exact: true }).fill('60 dias')
  const draft = () => page.evaluate((id) => localStorage.getItem(`automacao-rascunho:projeto-novo:${id}:${id}`), serra.id)
  await expect.poll(draft).toContain('60 dias')
  await page.reload()
  await expect(page.getByLabel('Título do Projeto')).toHaveValue('Célula de paletização')
  await expect(page.getByLabel('Categoria')).toHaveValue('Robótica')
  await expect(page.getByLabel('Prazo', { exact: true })).toHaveValue('60 dias')
  await expect(page.getByRole('button', { name: 'Remover Retrofit e Modernização' })).toBeVisible()
  await publish(page)
  await page.goto(`${url()}/dashboard/projetos/novo`)
  await expect(page.getByLabel('Título do Projeto')).toHaveValue('')

  await page.goto(`${url()}/dashboard/projetos/gerenciar`)
  await page.getByRole('link', { name: 'Editar Célula de paletização' }).click()
  await page.getByLabel('Título do Projeto').fill('Célula de paletização com dois robôs')
  await page.getByLabel('Nível de Experiência').selectOption('Sênior')
  await page.getByRole('button', { name: 'Salvar alterações' }).click()
  await notice(page, 'Projeto atualizado')
  await page.getByRole('link', { name: 'Célula de paletização com dois robôs', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Célula de paletização com dois robôs' })).toBeVisible()
  await expect(page.getByText('Robótica', { exact: true })).toBeVisible()
  await expect(page.getByText('Sênior', { exact: true })).toBeVisible()
})

test('quem escolhe as habilidades e clica em outro campo continua nele', async ({ browser }) => {
  const page = await openAs(browser, await aCompany(), '/dashboard/projetos/novo')
  await page.getByLabel('Habilidades Necessárias').click()
  await page.getByRole('option', { name: 'Retrofit e Modernização' }).click()
  await page.getByLabel('Título do Projeto').click()
  await expect(page.getByRole('listbox')).toBeHidden()
  await page.keyboard.type('Célula')
  await expect(page.getByLabel('Título do Projeto')).toHaveValue('Célula')
})

/** Everything the server tells a page that is not one of its own files. */
function told(page: Page): Promise<string>[] {
  const answers: Promise<string>[] = []
  page.on('response', (answer) => {
    if (/text\/html|json/.test(answer.headers()['content-type'] ?? '')) answers.push(answer.text().catch(() => ''))
  })
  return answers
}

test('um projeto confidencial não diz a ninguém de quem é', async ({ browser }) => {
  const [serra, marina] = await Promise.all([aCompany(), aProfessional()])
  const word = `sigilo${Date.now()}`
  const owner = await openAs(browser, serra, '/dashboard/projetos/novo')
  await fillProject(owner, `Envase ${word}`)
  await owner.getByRole('switch', { name: 'Empresa Confidencial' }).click()
  await publish(owner)
  await expect(owner.getByRole('listitem').filter({ hasText: word }).getByText('Confidencial', { exact: true })).toBeVisible()

  const visitor = await openPage(browser)
  for (const reader of [visitor, await openAs(browser, marina)]) {
    const answers = told(reader)
    await reader.goto(`${url()}/projetos?q=${word}`)
    const card = reader.getByRole('listitem').filter({ hasText: word })
    await expect(card.getByText('Empresa Confidencial')).toBeVisible()
    await card.getByRole('link', { name: word }).click()
    await expect(reader.getByText('Publicado por Empresa Confidencial')).toBeVisible()
    await reader.reload()
    await expect(reader.getByText('Publicado por Empresa Confidencial')).toBeVisible()
    const everything = (await Promise.all(answers)).join('\n')
    expect(everything).toContain(word)
    // What matches a member stands beside the list, also of companies of the same name.
    if (reader === visitor) expect(everything).not.toContain(company().name)
    expect(everything).not.toContain(serra.id)
    await expect(reader.getByText(company().name)).toHaveCount(0)
  }
  await owner.goto(`${url()}/perfil-empresa/${serra.id}`)
  await expect(owner.getByText('Nenhum projeto aberto no momento.')).toBeVisible()
})
