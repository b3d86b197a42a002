// One's own profile: its pictures, and the limit of five skills.
import { expect, test, type Locator, type Page } from '@playwright/test'
import { PICTURE, url } from '../cast.ts'
import { aProfessional, choose, closePages, notice, openAs, openPage } from '../people.ts'

test.afterEach(closePages)

/** Chooses a picture, sees the frame, takes what is in it. */
async function crop(page: Page, label: string) {
  await choose(page, new RegExp(`^${label}.*clique para escolher`), PICTURE)
  const dialog = page.getByRole('dialog', { name: `Enquadrar ${label.toLowerCase()}` })
  await dialog.getByLabel('Zoom').fill('2')
  await dialog.getByRole('button', { name: 'Usar imagem' }).click()
  await expect(dialog).toBeHidden()
}

const sizeOf = (picture: Locator) =>
  picture.evaluate((image: HTMLImageElement) => image.decode().then(() => [image.naturalWidth, image.naturalHeight]))

async function save(page: Page) {
  await page.getByRole('button', { name: 'Salvar Alterações' }).click()
  await notice(page, 'Perfil Atualizado!', 'Suas informações foram salvas com sucesso.')
  await expect(page).toHaveURL(/\/dashboard\/professional$/)
}

test('foto e banner são recortados, salvos e vistos por quem visita; a foto removida some', async ({ browser }) => {
  const marina = await aProfessional()
  const page = await openAs(browser, marina, '/dashboard/perfil/editar')
  await page.getByLabel('Título', { exact: true }).fill('Engenheira de Automação')
  await crop(page, 'Foto de perfil')
  await crop(page, 'Banner')
  await expect(page.getByRole('img', { name: 'Foto de perfil atual' })).toHaveAttribute('src', /^blob:/)
  await expect(page.getByRole('img', { name: 'Banner atual' })).toHaveAttribute('src', /^blob:/)
  await save(page)

  const visitor = await openPage(browser)
  await visitor.goto(`${url()}/encontrar-profissional/${marina.id}`)
  const photo = visitor.locator(`main img[src*="/avatars/${marina.id}-"]`)
  const banner = visitor.locator(`main img[src*="/banners/${marina.id}-"]`)
  expect(await sizeOf(photo)).toEqual([512, 512])
  expect(await sizeOf(banner)).toEqual([1600, 400])
  const stored = String(await photo.getAttribute('src'))

  await page.goto(`${url()}/dashboard/perfil/editar`)
  await page.getByRole('button', { name: 'Remover foto de perfil' }).click()
  await save(page)
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: marina.name })).toBeVisible()
  await expect(banner).toBeVisible()
  await expect(photo).toHaveCount(0)
  expect((await fetch(stored)).ok).toBe(false)
})

/** Five are taken, the sixth is refused and leaves no trace. */
async function chooseSix(page: Page, labels: string[]) {
  const chosen = page.getByRole('list', { name: 'Selecionados' }).getByRole('listitem')
  for (const label of labels) await page.getByRole('option', { name: label }).click()
  await expect(chosen).toHaveCount(5)
  await page.getByRole('option', { name: 'Visão de Máquina' }).click()
  await notice(page, 'Limite de habilidades', 'Você pode selecionar no máximo 5 habilidades.')
  await expect(chosen).toHaveCount(5)
  await expect(chosen.filter({ hasText: 'Visão de Máquina' })).toHaveCount(0)
}

test('a sexta habilidade é recusada no cadastro e no perfil', async ({ page, browser }) => {
  const three = ['Instrumentação', 'Robótica Industrial', 'Projeto Elétrico']
  await page.goto(`${url()}/auth?tab=register`)
  await page.getByLabel('Habilidades').click()
  await chooseSix(page, ['Programação de CLP', 'Retrofit e Modernização', ...three])

  const marina = await aProfessional()
  const own = await openAs(browser, marina, '/dashboard/perfil/editar')
  await own.getByLabel('Título', { exact: true }).fill('Engenheira de Automação')
  await own.getByLabel('Habilidades').click()
  await chooseSix(own, three)
  await own.keyboard.press('Escape')
  await save(own)
  const { data } = await marina.wire.from('profiles').select('skills').eq('id', marina.id).single()
  expect(data?.skills).toEqual(['programacao-clp', 'retrofit', 'instrumentacao', 'robotica-industrial', 'projeto-eletrico'])
})
