// Photographs what the manifest shows of the product before it is installed:
// `make showcase` writes web/public/imagens/instalar-*.jpg anew.
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { url } from './cast.ts'
import { demo, HOMES, type Role } from './places.ts'
import { signIn } from './people.ts'
import { start } from './server.ts'
import { settle } from './states.ts'

const FOLDER = join(import.meta.dirname, '..', 'web', 'public', 'imagens')
const FORMS = { celular: { width: 412, height: 892 }, mesa: { width: 1280, height: 800 } }
const SHOWN: { name: string; role: Role; path: string }[] = [
  { name: 'painel', role: 'company', path: HOMES.company },
  { name: 'mensagens', role: 'professional', path: '/dashboard/mensagens' },
  { name: 'projetos', role: 'professional', path: '/projetos' },
]

const stop = await start()
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
try {
  for (const [form, viewport] of Object.entries(FORMS))
    for (const { name, role, path } of SHOWN) {
      const context = await browser.newContext({ viewport, colorScheme: 'light', reducedMotion: 'reduce', serviceWorkers: 'block', locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' })
      const page = await context.newPage()
      await page.goto(`${url()}/auth`)
      await signIn(page, demo(role))
      await page.waitForURL(`${url()}${HOMES[role]}`)
      await page.goto(`${url()}${path}`)
      await settle(page, undefined)
      if (name === 'mensagens') {
        await page.getByRole('link', { name: /Envasadora Serra Azul/ }).first().click()
        await page.getByRole('log').waitFor()
        await settle(page, undefined)
      }
      await page.screenshot({ path: join(FOLDER, `instalar-${name}-${form}.jpg`), type: 'jpeg', quality: 78 })
      await context.close()
    }
} finally {
  await browser.close()
  await stop()
}
