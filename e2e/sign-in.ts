import type { Page } from '@playwright/test'
import { url } from './cast.ts'
import { DEMO, DEMO_PASSWORD, HOMES, type Role } from './places.ts'

/** Signs one of the demonstration's accounts in through the form. */
export async function signInAs(page: Page, role: Role) {
  await page.goto(`${url()}/auth`)
  const panel = page.getByRole('tabpanel')
  await panel.getByLabel('Email').fill(DEMO[role])
  await panel.getByLabel('Senha', { exact: true }).fill(DEMO_PASSWORD)
  await panel.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL(`${url()}${HOMES[role]}`)
}
