import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import { askedOf, serve, type Answers } from '@/api/test-server'
import { IoListSection } from '@/features/project/io-list/io-list-section'
import type { IoList, IoListReading } from '@/features/project/io-list/io-list-query'
import { ENVASE } from '@/features/project/test-project'
import { renderAt } from '@/lib/test-render'
import { currentToast } from '@/lib/toast'

const session = vi.hoisted(() => ({ current: {} }))
vi.mock('@/api/session/session', () => ({ useSession: () => session.current }))
const uploadPaper = vi.hoisted(() => vi.fn<(...args: unknown[]) => Promise<string>>())
vi.mock('@/api/request/upload', () => ({ uploadPaper }))

const PROJECT = { ...ENVASE, files_count: 1 }

const FIRST: IoList = {
  id: 'l1',
  number: 1,
  name: 'Lista.csv',
  sha256: '0123456789abcdef'.repeat(4),
  format: 'tia_portal',
  rows: 248,
  by_kind: { ED: 128, SD: 96, EA: 16, SA: 8, fast: 0, safety: 0 },
  errors_count: 0,
  changes: null,
  created_at: '2026-11-20T12:00:00Z',
  file: { path: `${ENVASE.id}/lista.csv`, name: 'Lista.csv', audience: 'dealers' },
}
const SECOND: IoList = {
  ...FIRST,
  id: 'l2',
  number: 2,
  rows: 258,
  by_kind: { ED: 140, SD: 96, EA: 14, SA: 8, fast: 0, safety: 0 },
  errors_count: 3,
  changes: { added: { ED: 12, fast: 1 }, removed: { EA: 2 } },
  created_at: '2026-11-21T12:00:00Z',
}
const READING: IoListReading = {
  rows: 14,
  by_kind: { ED: 10, SD: 0, EA: 4, SA: 0, fast: 0, safety: 0 },
  format: 'studio_5000',
  others: 2,
  errors_count: 208,
  errors: Array.from({ length: 8 }, (_, index) => ({
    row: 14 + index,
    column: 'kind',
    code: 'kind_unknown',
  })),
}

function signIn(role: 'company' | 'professional', rights: string[]) {
  const acting = { party: { id: 'p1', role }, rights }
  session.current = { status: 'signed-in', profile: { id: 'u1' }, ...acting, parties: [acting] }
}

function show(answers: Answers, project = PROJECT) {
  const own = { ...project, owner: { company_id: 'p1' } }
  serve({ projects: [own], project_io_lists: [], ...answers })
  renderAt(<IoListSection project={project} />)
}

async function drop(name = 'Lista.l5x') {
  const field = await screen.findByLabelText(/^Solte ou escolha a lista/, { selector: 'input' })
  await userEvent.upload(field, new File(['x'], name, { type: '' }), { applyAccept: false })
}

beforeEach(() => {
  uploadPaper.mockReset().mockResolvedValue(`${ENVASE.id}/nova.l5x`)
  signIn('professional', ['publish', 'negotiate'])
})

test('it announces that it is loading', async () => {
  show({ project_io_lists: new Promise<number>(() => undefined) })
  expect(await screen.findByText('Carregando a lista de I/O…')).toBeTruthy()
})

test('a failure is shown and can be retried', async () => {
  show({ project_io_lists: 500 })
  const retry = await screen.findByRole('button', { name: 'Tentar novamente' })
  serve({ project_io_lists: [FIRST] })
  await userEvent.click(retry)
  expect(await screen.findByText(/Versão 1/)).toBeTruthy()
})

test('a visitor asks for no list', () => {
  session.current = { status: 'signed-out' }
  show({ project_io_lists: [FIRST] })
  expect(screen.queryByRole('heading')).toBeNull()
  expect(askedOf('project_io_lists')).toEqual([])
})

test('whoever proposes reads the counts, the version and what changed', async () => {
  show({ project_io_lists: [SECOND, FIRST] })
  expect(await screen.findByText('Versão 2 · TIA Portal · 258 sinais · anexada em 21/11/2026')).toBeTruthy()
  expect(screen.getByText('O que mudou:').parentElement?.textContent).toBe(
    'O que mudou: +12 ED, −2 EA, +1 sinal rápido',
  )
  const rows = within(screen.getByRole('table', { name: 'Sinais por tipo' })).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'TipoQuantidade',
    'Entradas digitais (ED)140',
    'Saídas digitais (SD)96',
    'Entradas analógicas (EA)14',
    'Saídas analógicas (SA)8',
    'Sinais rápidos0',
    'Sinais de segurança0',
    'Total258',
  ])
  expect(screen.getByText(/3 linhas com erro/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Baixar a lista Lista.csv' })).toBeTruthy()
  const versions = within(screen.getByRole('list', { name: 'Versões da lista' })).getAllByRole('listitem')
  expect(versions.map(({ textContent }) => textContent)).toEqual([
    'Versão 2, 21/11/2026: +12 ED, −2 EA, +1 sinal rápidoSHA-256 0123456789ab…',
    'Versão 1, 20/11/2026: 248 sinaisSHA-256 0123456789ab…',
  ])
  expect(screen.queryByRole('button', { name: /^Solte ou escolha/ })).toBeNull()
})

test('a version without other quantities says so', async () => {
  show({ project_io_lists: [{ ...SECOND, changes: { added: {}, removed: {} } }, FIRST] })
  expect((await screen.findByText('O que mudou:')).parentElement?.textContent).toContain('mesmas quantidades')
})

test('without a list, readers see nothing and the company a place to drop it', async () => {
  show({})
  await vi.waitFor(() => expect(askedOf('project_io_lists')).toHaveLength(1))
  expect(screen.queryByRole('heading')).toBeNull()
  signIn('company', ['publish'])
  show({}, ENVASE)
  expect(await screen.findByRole('button', { name: 'Solte ou escolha a lista de I/O' })).toBeTruthy()
})

test.each([
  ['without the right', ['read'], PROJECT],
  ['of a closed project', ['publish'], { ...PROJECT, status: 'closed' as const }],
])('a company %s attaches nothing', async (_, rights, project) => {
  signIn('company', rights)
  show({ project_io_lists: [FIRST] }, project)
  expect(await screen.findByText(/Versão 1/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Solte ou escolha/ })).toBeNull()
})

test('the company drops a list, sees what it holds, and attaches it', async () => {
  signIn('company', ['publish'])
  const attached = { id: 'l2', number: 2, rows: 14, by_kind: READING.by_kind, changes: null }
  show({
    project_io_lists: [FIRST],
    'rpc/read_io_list': { body: READING },
    'rpc/attach_io_list': { body: attached },
  })
  await drop()
  const read = within(await screen.findByRole('group', { name: 'Lista lida' }))
  const [bucket, folder, file] = uploadPaper.mock.calls[0] ?? []
  expect([bucket, folder, file instanceof File && file.type]).toEqual([
    'projects',
    ENVASE.id,
    'application/xml',
  ])
  expect(read.getByText('Studio 5000 · 14 sinais · 2 linhas que não são I/O')).toBeTruthy()
  expect(read.getByText('208 erros na lista')).toBeTruthy()
  const sentence = 'Linha 14, coluna Tipo: não reconhecemos o tipo do sinal, que não foi contado'
  expect(read.getByText(sentence)).toBeTruthy()
  expect(read.getAllByText(/^Linha/)).toHaveLength(5)
  await userEvent.click(read.getByRole('button', { name: 'Mostrar mais 3' }))
  expect(read.getAllByText(/^Linha/)).toHaveLength(8)
  expect(read.getByText(/e mais 200/)).toBeTruthy()

  await userEvent.selectOptions(read.getByRole('combobox', { name: 'Quem lê a lista' }), 'Quem pode propor')
  await userEvent.click(read.getByRole('button', { name: 'Anexar ao projeto' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Lista anexada'))
  expect(askedOf('rpc/attach_io_list').map(({ body }) => body)).toEqual([
    { project_id: ENVASE.id, path: `${ENVASE.id}/nova.l5x`, name: 'Lista.l5x', audience: 'proposers' },
  ])
  expect(askedOf('project_io_lists').length).toBeGreaterThan(1)
})

test('a list that is refused is said, and another file may be chosen', async () => {
  signIn('company', ['publish'])
  show({
    'rpc/read_io_list': { body: { code: 'io_list_unknown', message: 'Não é uma lista.' }, status: 422 },
  })
  await drop()
  expect((await screen.findByRole('alert')).textContent).toContain('Lista.l5x')
  await userEvent.click(screen.getByRole('button', { name: 'Escolher outro arquivo' }))
  expect(await screen.findByRole('button', { name: 'Solte ou escolha a lista de I/O' })).toBeTruthy()
})

test('offline, a list is not sent, and may be tried again', async () => {
  signIn('company', ['publish'])
  uploadPaper.mockRejectedValueOnce(new ApiError('offline', 0))
  show({ 'rpc/read_io_list': { body: READING } })
  await drop()
  await userEvent.click(await screen.findByRole('button', { name: 'Tentar de novo' }))
  expect(await screen.findByRole('group', { name: 'Lista lida' })).toBeTruthy()
})

test('a refusal to attach keeps what was read', async () => {
  signIn('company', ['publish'])
  show({
    'rpc/read_io_list': { body: READING },
    'rpc/attach_io_list': { body: { code: 'io_list_same', message: 'x' }, status: 409 },
  })
  await drop()
  await userEvent.click(await screen.findByRole('button', { name: 'Anexar ao projeto' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Lista não anexada'))
  expect(screen.getByRole('group', { name: 'Lista lida' })).toBeTruthy()
})

test('the company is told that the file of its list was taken away', async () => {
  signIn('company', ['publish'])
  show({ project_io_lists: [{ ...FIRST, file: null }] })
  expect(await screen.findByText(/foi tirado do projeto/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Baixar/ })).toBeNull()
})
