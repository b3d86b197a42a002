// What takes too long for every run of the tests: make trust starts it on a
// server of its own, whose address it gives.
import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'

export default defineConfig(base, { testDir: './whole', globalSetup: undefined, workers: 1, retries: 0, timeout: 3 * 60 * 60_000 })
