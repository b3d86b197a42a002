// An invitation to propose in the browser: from the profile over the mail to the company's list.
import { expect, test } from '@playwright/test'
import { url } from '../cast.ts'
import { aCompany, aProfessional, aProject, closePages, notice, openAs } from '../people.ts'

test.afterEach(closePages)

test('empresa convida e profissional responde com um toque', async ({ browser }) => {
  const [serra, marina] = await Promise.all([aCompany(), aProfessional()])
  const project = await aProject(serra, 'Retrofit da enchedora')
  const page = await openAs(browser, serra, `/encontrar-profissional/${marina.id}`)
  await page.getByRole('button', { name: 'Convidar para projeto' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Retrofit da enchedora')).toBeVisible()
  await dialog.getByLabel('Recado').fill('Pode visitar na terça?')
  await dialog.getByRole('button', { name: 'Enviar convite' }).click()
  await notice(page, 'Convite enviado')

  const reader = await openAs(browser, marina, '/dashboard/notificacoes')
  await reader.getByText('Convite para enviar proposta: Retrofit da enchedora').click()
  await expect(reader).toHaveURL(new RegExp(`^${url()}/dashboard`))
  await expect(reader.getByText('Pode visitar na terça?')).toBeVisible()
  await reader.getByRole('button', { name: 'Tenho interesse' }).click()
  await notice(reader, 'Resposta enviada: Tenho interesse')

  await page.goto(`${url()}/dashboard/projetos/${project}/propostas`)
  const invitations = page.getByRole('region', { name: /Convites/ })
  await expect(invitations.getByText('1 de 10')).toBeVisible()
  await expect(invitations.getByText('Tem interesse')).toBeVisible()
})
