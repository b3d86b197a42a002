// A portfolio from the first picture to the last project, as its owner and its visitors see it.
import { expect, test, type Page } from '@playwright/test'
import { PICTURE, url } from '../cast.ts'
import { aProfessional, choose, closePages, notice, openAs, openPage } from '../people.ts'

test.afterEach(closePages)

async function fillEntry(page: Page, title: string) {
  await page.goto(`${url()}/dashboard/portfolio/adicionar`)
  await expect(page.getByLabel('Título')).toHaveValue('')
  await page.getByLabel('Título').fill(title)
  await page.getByLabel('Seu papel').fill('Programadora')
  await page.getByLabel('Descrição').fill('Sequenciador reescrito em SCL.')
  await page.getByLabel('Tecnologias').fill('TIA Portal, , S7-1500 ,')
}

async function add(page: Page) {
  await page.getByRole('button', { name: 'Adicionar Projeto' }).click()
  await notice(page, 'Projeto Adicionado!')
  await expect(page).toHaveURL(/\/dashboard\/portfolio\/gerenciar$/)
}

const ADD = /^Imagens.*clique para escolher/
const pictures = (page: Page) => page.getByRole('list', { name: 'Imagens do projeto' }).getByRole('img', { name: /^Imagem/ })

test('o portfólio mostra até cinco imagens por projeto e é editado, ordenado e esvaziado', async ({ browser }) => {
  const marina = await aProfessional()
  const page = await openAs(browser, marina)
  await fillEntry(page, 'Linha de envase')
  await choose(page, ADD, [PICTURE, PICTURE, PICTURE])
  await expect(pictures(page)).toHaveCount(3)
  await choose(page, ADD, [PICTURE, PICTURE, PICTURE])
  await notice(page, 'Limite de imagens excedido', 'Você pode adicionar no máximo 5 imagens por projeto.')
  await expect(pictures(page)).toHaveCount(5)
  const cover = String(await pictures(page).nth(1).getAttribute('src'))
  await page.getByRole('button', { name: 'Mover imagem 2 para antes' }).click()
  await page.getByRole('button', { name: 'Remover imagem 5' }).click()
  await expect(pictures(page)).toHaveCount(4)
  await add(page)
  await fillEntry(page, 'Painel sem foto')
  await add(page)

  const visitor = await openPage(browser)
  await visitor.goto(`${url()}/encontrar-profissional/${marina.id}`)
  const card = visitor.getByRole('listitem').filter({ has: visitor.getByRole('heading', { name: 'Linha de envase' }) })
  await expect(card.getByRole('img', { name: 'Linha de envase, imagem 1 de 4' })).toHaveAttribute('src', cover)
  await card.getByRole('button', { name: 'Próxima imagem de Linha de envase' }).click()
  await expect(card.getByRole('img', { name: 'Linha de envase, imagem 2 de 4' })).toBeVisible()
  await expect(card.getByText('S7-1500', { exact: true })).toBeVisible()
  const plain = visitor.getByRole('listitem').filter({ has: visitor.getByRole('heading', { name: 'Painel sem foto' }) })
  await expect(plain.locator('img')).toHaveAttribute('src', /portfolio-default/)

  const titles = page.getByRole('list', { name: 'Meu portfólio' }).getByRole('heading')
  await expect(titles).toHaveText(['Linha de envase', 'Painel sem foto'])
  await page.getByRole('button', { name: 'Mover Painel sem foto para cima' }).click()
  await expect(titles).toHaveText(['Painel sem foto', 'Linha de envase'])
  await page.getByRole('link', { name: 'Editar Linha de envase' }).click()
  await page.getByLabel('Título').fill('Linha de envase PET')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(titles).toHaveText(['Painel sem foto', 'Linha de envase PET'])
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 3 })).toHaveText(['Painel sem foto', 'Linha de envase PET'])

  for (const title of ['Painel sem foto', 'Linha de envase PET']) {
    await page.getByRole('button', { name: `Excluir ${title}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir projeto' }).click()
    await expect(page.getByRole('heading', { name: title })).toHaveCount(0)
  }
  await expect(page.getByText('Seu portfólio está vazio')).toBeVisible()
  expect((await fetch(cover)).ok).toBe(false)
})
