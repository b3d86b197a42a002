// Starts the real binary on a fresh data directory for one run of the tests,
// and stops it afterwards.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, chmod } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const BINARY = resolve(import.meta.dirname, '../bin/automacao')
const READY_TIMEOUT_MS = 60_000
const POLL_MS = 100

export default () => start()

/** Starts a server that holds the demonstration and, with `seed` flags, a volume beside it. */
export async function start(seed: string[] = []) {
  const data = await mkdtemp(join(tmpdir(), 'automacao-e2e-'))
  // The database runs as an unprivileged user, who has to enter the folder.
  await chmod(data, 0o755)
  const address = `127.0.0.1:${await freePort()}`
  if (seed.length > 0) {
    const [code] = await once(spawn(BINARY, ['seed', '--data', join(data, 'data'), ...seed], { stdio: 'inherit' }), 'exit')
    if (code !== 0) throw new Error(`seed ended with code ${code}`)
  }
  const server = spawn(BINARY, ['serve', '--demo', '--data', join(data, 'data'), '--addr', address], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, AUTOMACAO_LOG_LEVEL: 'warn' },
  })
  process.env.AUTOMACAO_URL = `http://${address}`
  await ready(`http://${address}/ready`)
  return async () => {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
    await rm(data, { recursive: true, force: true })
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

async function ready(url: string) {
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (Date.now() < deadline) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resume) => setTimeout(resume, POLL_MS))
  }
  throw new Error(`the server was not ready within ${READY_TIMEOUT_MS} ms`)
}
