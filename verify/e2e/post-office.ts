// A mail server on loopback that keeps every letter it is given.
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

export type PostOffice = { smtpUrl: string; letters: string[]; close: () => void }

export async function openPostOffice(): Promise<PostOffice> {
  const letters: string[] = []
  const server = createServer((socket) => void converse(socket, letters)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return {
    smtpUrl: `smtp://127.0.0.1:${address.port}?from=nao-responda@exemplo.com.br`,
    letters,
    close: () => server.close(),
  }
}

/** As much of RFC 5321 as a delivery needs. */
async function converse(socket: Socket, letters: string[]) {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let letter: string[] | undefined
  say('220 exemplo.com.br')
  for await (const line of createInterface({ input: socket })) {
    if (letter !== undefined && line !== '.') letter.push(line)
    else if (letter !== undefined) {
      letters.push(readable(letter.join('\n')))
      letter = undefined
      say('250 kept')
    } else if (line.startsWith('DATA')) {
      letter = []
      say('354 go on')
    } else say(line.startsWith('QUIT') ? '221 bye' : '250 fine')
  }
}

/** Undoes the wrapping and escapes of quoted-printable. */
function readable(letter: string): string {
  const bytes = letter.replaceAll('=\n', '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
