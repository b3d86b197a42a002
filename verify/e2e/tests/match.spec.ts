// The match in the browser: the same number for the company and the professional, and how it is made.
import { expect, test } from '@playwright/test'
import { aCompany, aProfessional, aProject, closePages, openAs } from '../people.ts'

test.afterEach(closePages)

test('empresa e profissional leem o mesmo número e os mesmos motivos', async ({ browser }) => {
  const [serra, marina] = await Promise.all([aCompany(), aProfessional()])
  const { error } = await marina.wire
    .from('profiles')
    .update({ skills: ['programacao-clp', 'retrofit'], experience: 'Especialista', availability: 'available', work_modes: ['on_site', 'hybrid', 'remote'] })
    .eq('id', marina.id)
  expect(error).toBeNull()
  const project = await aProject(serra, 'Retrofit da encaixotadora')

  const reader = await openAs(browser, marina, `/projetos/${project}`)
  const own = reader.getByRole('region', { name: 'Combinação com o seu perfil' })
  const score = await own.getByText(/^Combinação: \d+ de 100$/).textContent()
  await own.getByText('Como ordenamos').click()
  await expect(own.getByText(/Ninguém paga para aparecer antes/)).toBeVisible()

  const page = await openAs(browser, serra, `/projetos/${project}`)
  const listed = page.getByRole('region', { name: 'Profissionais indicados' })
  const card = listed.getByRole('listitem').filter({ has: page.getByRole('link', { name: marina.name }) })
  await expect(card.getByText(score ?? '', { exact: true })).toBeAttached()
})
