// The two directories: order, counts beside the filters, chips, and the way back.
import { expect, test } from '@playwright/test'
import { url } from '../cast.ts'
import { aCompany, aProfessional, aProject, closePages, visit } from '../people.ts'

test.afterEach(closePages)

test('projetos: os mais novos primeiro, quantos por habilidade, filtros que saem e que voltam', async ({ page }) => {
  const serra = await aCompany()
  const word = `vazao${Date.now()}`
  for (const title of ['Primeiro', 'Segundo', 'Terceiro']) await aProject(serra, `${title} ${word}`)
  const titles = page.getByRole('list', { name: 'Projetos' }).getByRole('heading')
  const newestFirst = [`Terceiro ${word}`, `Segundo ${word}`, `Primeiro ${word}`]
  await visit(page, '/projetos')
  await page.getByRole('searchbox', { name: 'Buscar projetos' }).fill(word)
  await expect(titles).toHaveText(newestFirst)
  await expect(page.getByText('3 projetos abertos', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Filtrar por habilidades' }).click()
  await expect(page.getByRole('option', { name: 'Retrofit e Modernização' })).toHaveText(/\D3$/)
  await expect(page.getByRole('option', { name: 'Visão de Máquina' })).toHaveText(/\D0$/)
  await page.getByRole('option', { name: 'Visão de Máquina' }).click()
  await expect(page.getByText('Nenhum projeto encontrado')).toBeVisible()
  await page.getByRole('option', { name: 'Retrofit e Modernização' }).click()
  await expect(titles).toHaveText(newestFirst)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remover Visão de Máquina' }).click()
  await expect(page).toHaveURL(`${url()}/projetos?q=${word}&habilidade=retrofit`)

  await page.getByRole('link', { name: `Segundo ${word}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Segundo ${word}` })).toBeVisible()
  await page.getByRole('button', { name: 'Voltar' }).click()
  await expect(page.getByRole('searchbox', { name: 'Buscar projetos' })).toHaveValue(word)
  await expect(page.getByRole('button', { name: 'Remover Retrofit e Modernização' })).toBeVisible()
  await expect(titles).toHaveText(newestFirst)
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1, name: `Segundo ${word}` })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`${url()}/projetos?q=${word}&habilidade=retrofit`)
  await page.getByRole('button', { name: 'Limpar' }).click()
  await expect(page).toHaveURL(`${url()}/projetos?q=${word}`)
})

test('profissionais: quem atualizou o perfil por último vem primeiro, e cada habilidade diz quantos são', async ({ page }) => {
  const [marina, rafael] = await Promise.all([aProfessional(), aProfessional()])
  const word = `envase${Date.now()}`
  const name = async (who: typeof marina, as: string) => {
    const { error } = await who.wire.from('profiles').update({ name: `${as} ${word}` }).eq('id', who.id)
    expect(error).toBeNull()
  }
  await name(marina, 'Marina')
  await name(rafael, 'Rafael')
  const names = page.getByRole('list', { name: 'Profissionais' }).getByRole('heading')
  await visit(page, `/encontrar-profissional?q=${word}`)
  await expect(names).toHaveText([`Rafael ${word}`, `Marina ${word}`])
  await expect(page.getByText('N/A', { exact: true })).toHaveCount(2)
  await name(marina, 'Marina Alves')
  await page.reload()
  await expect(names).toHaveText([`Marina Alves ${word}`, `Rafael ${word}`])

  await page.getByRole('button', { name: 'Filtrar por habilidades' }).click()
  await expect(page.getByRole('option', { name: 'Programação de CLP' })).toHaveText(/\D2$/)
  await page.getByRole('option', { name: 'Calibração' }).click()
  await expect(page.getByText('Nenhum profissional encontrado')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Remover Calibração/ }).click()
  await page.getByRole('link', { name: `Ver Perfil de Rafael ${word}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Rafael ${word}`)
  await page.goBack()
  await expect(names).toHaveText([`Marina Alves ${word}`, `Rafael ${word}`])
})
