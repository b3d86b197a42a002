import type { Page } from '@playwright/test'
import { url } from './cast.ts'
import { signIn } from './people.ts'
import { demo, HOMES, type Role } from './places.ts'

/** Signs one of the demonstration's accounts in through the form. */
export async function signInAs(page: Page, role: Role) {
  await page.goto(`${url()}/auth`)
  await signIn(page, demo(role))
  await page.waitForURL(`${url()}${HOMES[role]}`)
}
