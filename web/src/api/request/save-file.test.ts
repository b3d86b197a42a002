import { expect, test, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import { saveFile } from '@/api/request/save-file'
import { askedOf, serve } from '@/api/test-server'
import { saveBlob } from '@/lib/device/save-blob'

vi.mock(import('@/lib/device/save-blob'), () => ({ saveBlob: vi.fn() }))

const attached = (body: string, media: string, name: string) =>
  new Response(body, {
    headers: { 'Content-Type': media, 'Content-Disposition': `attachment; filename=${name}` },
  })

async function saved(answer: Response): Promise<{ name: string; bytes: Uint8Array; text: string }> {
  vi.mocked(saveBlob).mockClear()
  serve({ 'functions/contracts_sheet': answer })
  await saveFile({ of: 'contracts_sheet', about: { party_id: 'serra' } })
  const [name = '', blob = new Blob()] = vi.mocked(saveBlob).mock.calls[0] ?? []
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return { name, bytes, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) }
}

test('a file has the name and the bytes that the server gives it', async () => {
  const sheet = await saved(attached('\uFEFFa;b\r\n', 'text/csv; charset=utf-8', 'contratos.csv'))
  expect(sheet).toMatchObject({ name: 'contratos.csv', text: '\uFEFFa;b\r\n' })
  expect(askedOf('functions/contracts_sheet')[0]).toMatchObject({
    method: 'POST',
    body: { party_id: 'serra' },
  })
  const calendar = await saved(attached('BEGIN:VCALENDAR', 'text/calendar; charset=utf-8', '"a b.ics"'))
  expect(calendar).toMatchObject({ name: 'a b.ics', text: 'BEGIN:VCALENDAR' })
  const data = await saved(attached('{"a":1}', 'application/json', 'd.json'))
  expect(data.text).toBe('{\n  "a": 1\n}')
})

test('what is refused says why, in the words of its code', async () => {
  const refused = (status: number, code: string) => {
    serve({ 'functions/statement_sheet': { status, body: { code, message: 'x' } } })
    return saveFile({ of: 'statement_sheet' }).catch((error: unknown) => error)
  }
  expect(await refused(403, 'right_missing')).toMatchObject({ code: 'right_missing', status: 403 })
  expect(await refused(504, 'IDLE_TIMEOUT')).toMatchObject({ code: 'request_timeout' })
  const ended = await refused(401, 'UNAUTHORIZED_SESSION')
  expect(ended instanceof ApiError && ended.endsSession).toBe(true)
})
