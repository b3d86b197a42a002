import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { chunks } from './chunks.ts'

const split = chunks()

// In development the Go server answers everything that is not the page itself.
const server = process.env.AUTOMACAO_URL ?? 'http://127.0.0.1:8080'
const served = ['/auth/v1', '/rest/v1', '/storage/v1', '/realtime/v1', '/functions/v1', '/config.json']
const proxy = Object.fromEntries(served.map((path) => [path, { target: server, ws: true }]))

export default defineConfig({
  plugins: [react(), tailwindcss(), split.plugin],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: { host: '127.0.0.1', port: 5173, proxy },
  preview: { host: '127.0.0.1', port: 4173, proxy },
  build: {
    // .gitkeep keeps the embedded folder in the repository; public/ carries a copy of it.
    emptyOutDir: true,
    target: 'es2023',
    manifest: true,
    chunkSizeWarningLimit: 450,
    rolldownOptions: {
      output: {
        // What every page loads is one file: on a slow line each costs a round trip. What chunks.ts
        // names holds what it needs itself, or leaves it to more pages.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: 'app', tags: ['$initial'], priority: 9 }, ...split.groups],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    // A bound for what never comes: a busy machine takes ten times as long.
    testTimeout: 60_000,
    // A document is made once for each worker and not for each file: 110 s of 257.
    pool: 'vmThreads',
    setupFiles: ['./src/lib/test-setup.ts', './src/api/test-sentences.ts'],
    env: { TZ: 'Asia/Kathmandu' },
    restoreMocks: true,
  },
})
