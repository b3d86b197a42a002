import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// In development the Go server answers everything that is not the page itself.
const server = process.env.AUTOMACAO_URL ?? 'http://127.0.0.1:8080'
const served = ['/auth/v1', '/rest/v1', '/storage/v1', '/realtime/v1', '/functions/v1', '/config.json']
const proxy = Object.fromEntries(served.map((path) => [path, { target: server, ws: true }]))

export default defineConfig({
  plugins: [react(), tailwindcss()],
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
        // What every page loads is one file: on a slow line each costs a round trip.
        codeSplitting: { groups: [{ name: 'app', tags: ['$initial'] }] },
      },
    },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['./src/lib/test-setup.ts'],
    env: { TZ: 'Asia/Kathmandu' },
    restoreMocks: true,
  },
})
