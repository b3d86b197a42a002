// Starts the real binary on a fresh data directory for one run of the tests,
// and stops it afterwards. A test that needs other settings starts its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, chmod } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export const BINARY = resolve(import.meta.dirname, '../../bin/automacao')
const READY_TIMEOUT_MS = 60_000
const POLL_MS = 100

/** A running server: where it answers, how to end it, and how to have it die and come back with what it kept. */
export type Served = { address: string; /** Its data directory. */ data: string; stop: () => Promise<void>; die: () => Promise<void>; comeBack: () => Promise<void> }

export default () => start()

/** The server of the demonstration; with flags of `seed`, a volume beside it. */
export async function start(seed: string[] = []) {
  const { address, stop } = await serve(['--demo'], seed)
  process.env.AUTOMACAO_URL = address
  return stop
}

export async function serve(flags: string[], seed: string[] = []): Promise<Served> {
  const data = await mkdtemp(join(tmpdir(), 'automacao-e2e-'))
  // The database runs as an unprivileged user, who has to enter the folder.
  await chmod(data, 0o755)
  if (seed.length > 0) {
    const [code] = await once(spawn(BINARY, ['seed', '--data', join(data, 'data'), ...seed], { stdio: 'inherit' }), 'exit')
    if (code !== 0) throw new Error(`seed ended with code ${code}`)
  }
  const listen = `127.0.0.1:${await freePort()}`
  const kept = await keep(listen, ['serve', '--data', join(data, 'data'), '--addr', listen, ...flags], {
    // The people of the tests say themselves which address they come from.
    // Browsers that do not are all of one address.
    AUTOMACAO_LIMITS: 'requests=none',
    ...process.env,
    AUTOMACAO_LOG_LEVEL: 'warn',
    AUTOMACAO_TRUSTED_PROXIES: '127.0.0.1/32',
  })
  return {
    ...kept,
    data: join(data, 'data'),
    stop: async () => {
      await kept.stop()
      await rm(data, { recursive: true, force: true })
    },
  }
}

/** Starts the binary with a command, and waits until it is ready where it listens. */
export async function keep(listen: string, command: string[], env: NodeJS.ProcessEnv): Promise<Omit<Served, 'data'>> {
  const run = async () => {
    const process_ = spawn(BINARY, command, { stdio: ['ignore', 'ignore', 'inherit'], env })
    await ready(`http://${listen}/ready`)
    return process_
  }
  let server = await run()
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    const isOver = server.exitCode !== null || server.signalCode !== null
    const exit = isOver ? undefined : once(server, 'exit')
    server.kill(signal)
    await exit
  }
  return {
    address: `http://${listen}`,
    stop: () => end('SIGTERM'),
    die: () => end('SIGKILL'),
    comeBack: async () => {
      server = await run()
    },
  }
}

/** Has the tests of this worker talk to a server of their own for a while. */
export async function aside(flags: string[], work: (address: string, server: Served) => Promise<void>) {
  const shared = process.env.AUTOMACAO_URL
  const server = await serve(flags)
  process.env.AUTOMACAO_URL = server.address
  await work(server.address, server)
  process.env.AUTOMACAO_URL = shared
  await server.stop()
}

const PORT_MIN = 20_000
const PORT_COUNT = 10_000
const PORT_ATTEMPTS = 100

/** A port below 32768, from which no outgoing connection takes its own: a server that dies finds it free when it comes back. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < PORT_ATTEMPTS; attempt++) {
    const port = PORT_MIN + Math.floor(Math.random() * PORT_COUNT)
    if (await isFree(port)) return port
  }
  throw new Error('no free port')
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  const listens = new Promise<boolean>((resolve) => {
    probe.once('listening', () => resolve(true)).once('error', () => resolve(false))
  })
  probe.listen(port, '127.0.0.1')
  const free = await listens
  if (free) await new Promise((closed) => probe.close(closed))
  return free
}

export async function ready(url: string) {
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (Date.now() < deadline) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resume) => setTimeout(resume, POLL_MS))
  }
  throw new Error(`the server was not ready within ${READY_TIMEOUT_MS} ms`)
}
