import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { ChecklistDocument } from '@/features/checklist/checklist-document'
import { ChecklistSection } from '@/features/checklist/checklist-section'
import { quoteOf } from '@/features/checklist/text'
import { renderAt } from '@/lib/test-render'

const ITEM = {
  id: 'i1',
  position: 1,
  title: 'Parada de emergência',
  expected: 'Corta em 200 ms',
  blocking: true,
  result: 'pending',
  note: null,
  recorded_side: null,
  recorded_name: null,
  recorded_at: null,
  witness_due_at: null,
  witnessed_as: null,
  witnessed_name: null,
  witnessed_at: null,
  files: [],
}

const LIST = {
  id: 'l1',
  milestone_id: 'm1',
  kind: 'taf',
  version: 3,
  status: 'agreed',
  holds_clock: false,
  agreed_by_company: 'serra',
  agreed_by_professional: 'marina',
  company_signed_at: null,
  professional_signed_at: null,
  executed_at: null,
  items: [ITEM],
}

function show() {
  const milestones = [{ id: 'm1', position: 1, title: 'Painel', status: 'delivered' }]
  renderAt(<ChecklistSection contractId="c1" milestones={milestones} side="company" mayAct />)
}

test('a failure says what is missing before it is recorded', async () => {
  serve({ checklists: { body: [LIST] }, 'rpc/record_result': { body: {} } })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Reprovado' }))
  await userEvent.click(screen.getByRole('button', { name: 'Registrar falha' }))
  expect(askedOf('rpc/record_result')).toEqual([])
  await userEvent.type(screen.getByLabelText('O que falta?'), 'Corta em 900 ms')
  await userEvent.click(screen.getByRole('button', { name: 'Registrar falha' }))
  await vi.waitFor(() =>
    expect(askedOf('rpc/record_result').map(({ body }) => body)).toEqual([
      { item_id: 'i1', result: 'failed', note: 'Corta em 900 ms' },
    ]),
  )
})

test('signing needs all items recorded, and names the version that was read', async () => {
  serve({ checklists: { body: [LIST] } })
  show()
  expect(await screen.findByText('Pendente')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Assinar/ })).toBeNull()
})

test('a side that has not agreed to the version may agree', async () => {
  serve({
    checklists: { body: [{ ...LIST, status: 'proposed', agreed_by_company: null }] },
    'rpc/agree_checklist': { body: {} },
  })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Concordar com a lista' }))
  await vi.waitFor(() =>
    expect(askedOf('rpc/agree_checklist').map(({ body }) => body)).toEqual([
      { checklist_id: 'l1', version: 3 },
    ]),
  )
})

test('signs the version it shows', async () => {
  serve({
    checklists: { body: [{ ...LIST, items: [{ ...ITEM, result: 'passed' }] }] },
    'rpc/sign_checklist': { body: {} },
  })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Assinar a versão 3' }))
  await vi.waitFor(() =>
    expect(askedOf('rpc/sign_checklist').map(({ body }) => body)).toEqual([
      { checklist_id: 'l1', version: 3 },
    ]),
  )
})

const LIFTED = {
  ...ITEM,
  result: 'passed',
  recorded_side: 'professional',
  recorded_name: 'Marina Alves',
  recorded_at: '2026-11-20T12:00:00Z',
  witness_due_at: '2026-11-28T02:59:59Z',
} as const

test('the date by which the other side’s result is to be witnessed is shown', async () => {
  serve({ checklists: { body: [{ ...LIST, items: [LIFTED] }] }, 'rpc/witness_results': { body: {} } })
  show()
  expect(await screen.findByText(/Falta o testemunho \(empresa\), até 27\/11\/2026.*23:59/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Testemunhar o item 1' }))
  await vi.waitFor(() =>
    expect(askedOf('rpc/witness_results').map(({ body }) => body)).toEqual([
      { checklist_id: 'l1', version: 3, item_ids: ['i1'] },
    ]),
  )
})

test('an item shows who tested and who witnessed it, and nobody witnesses their own result', async () => {
  const witnessed = { ...LIFTED, witnessed_at: '2026-11-21T12:00:00Z' }
  serve({
    checklists: {
      body: [
        {
          ...LIST,
          items: [
            { ...witnessed, witnessed_as: 'witness', witnessed_name: 'Igor Dias' },
            { ...witnessed, id: 'i2', position: 2, witnessed_as: 'silence' },
            { ...LIFTED, id: 'i3', position: 3, recorded_side: 'company' },
          ],
        },
      ],
    },
  })
  show()
  expect(await screen.findByText(/Testemunhado por Igor Dias \(empresa\), em 21\/11\/2026/)).toBeTruthy()
  expect(screen.getByText(/Testemunhado pelo silêncio: o prazo \(empresa\) terminou/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Testemunhar/ })).toBeNull()
})

const FAILED = { ...ITEM, result: 'failed', note: 'Corta em 900 ms' } as const

test('a failed item may be disputed, with its result quoted', async () => {
  serve({ checklists: { body: [{ ...LIST, items: [ITEM, { ...FAILED, id: 'i2', position: 2 }] }] } })
  const milestones = [{ id: 'm1', position: 1, title: 'Painel', status: 'delivered' }]
  renderAt(
    <ChecklistSection
      contractId="c1"
      milestones={milestones}
      side="professional"
      mayAct
      contest={(milestoneId, list, item) => (
        <button>
          {milestoneId}: {quoteOf(list, item)}
        </button>
      )}
    />,
  )
  const contest = await screen.findAllByRole('button', { name: /Parada de emergência/ })
  expect(
    contest.filter(({ textContent }) => textContent.startsWith('m1')).map((one) => one.textContent),
  ).toEqual([
    'm1: Item 2 da lista TAF, versão 3: Parada de emergência. Esperado: Corta em 200 ms. Registrado como reprovado: Corta em 900 ms.',
  ])
})

test('a checklist has its own page with results, signatures and hash', async () => {
  serve({
    'rpc/read_checklist_document': {
      body: {
        checklist_id: 'l1',
        contract_id: 'c1',
        number: 7,
        project: 'Retrofit',
        company: 'Serra Azul',
        professional: 'Marina Alves',
        milestone: 'Marco 1, Painel',
        kind: 'taf',
        version: 3,
        status: 'agreed',
        executed_at: null,
        items: [
          {
            ...FAILED,
            note: 'Corta em 900 ms',
            files: [{ name: 'foto.jpg', sha256: 'ff' }],
            recorded: null,
            witnessed: null,
            witness_until: null,
          },
        ],
        signatures: [{ side: 'professional', name: 'Marina Alves', at: '2026-11-20T12:00:00Z' }],
        sha256: 'ab'.repeat(32),
        updated_at: '2026-11-20T12:00:00Z',
      },
    },
  })
  renderAt(<ChecklistDocument checklistId="l1" />)
  expect(await screen.findByRole('heading', { name: 'TAF · Marco 1, Painel' })).toBeTruthy()
  expect(screen.getByText('Reprovado')).toBeTruthy()
  expect(screen.getByText('Corta em 900 ms')).toBeTruthy()
  expect(screen.getByText(/Marina Alves, em 20\/11\/2026/)).toBeTruthy()
  expect(screen.getByText('ab'.repeat(32))).toBeTruthy()
})
