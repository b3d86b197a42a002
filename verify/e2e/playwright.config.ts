import { defineConfig } from '@playwright/test'

const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium'

export default defineConfig({
  testDir: './tests',
  globalSetup: './server.ts',
  outputDir: './results',
  // Bounds for what never comes: a busy machine takes ten times as long as one at rest.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  fullyParallel: true,
  workers: 2,
  // What passes only the second time is listed as flaky: a defect all the same.
  retries: 1,
  reporter: [['list']],
  use: {
    // What a service worker fetches no test sees; those about it allow it.
    serviceWorkers: 'block',
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // Filming every page, or writing down every step of it, would cost a third of the processor.
    trace: { mode: 'on-first-retry', screenshots: false, sources: false },
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
