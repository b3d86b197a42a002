import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { alone } from '@/api/session/test-member'
import { askedOf, serve } from '@/api/test-server'
import { answer, carry, readModel, readScope, type Scope } from '@/features/project/scope/model'
import { ScopeBuilder } from '@/features/project/scope/scope-builder'
import { renderAt } from '@/lib/test-render'

vi.mock('@/api/session/session', () => ({ useMember: () => alone({ id: 'serra', role: 'company' }) }))

const ROW = {
  slug: 'retrofit-clp',
  name: 'Retrofit de CLP',
  version: 2,
  fields: {
    type: 'object',
    properties: {
      plc_now: { type: 'string', title: 'CLP atual', maxLength: 200, 'x-weight': 8 },
      source: { type: 'string', title: 'Programa-fonte', enum: ['commented', 'none'], 'x-weight': 7 },
      wiring: { type: 'boolean', title: 'Fiação mantida', 'x-weight': 5 },
      networks: {
        type: 'array',
        title: 'Redes',
        items: { type: 'string', enum: ['profinet', 'hart'] },
        'x-weight': 4,
      },
      io: {
        type: 'object',
        title: 'Entradas e saídas',
        properties: {
          ED: { type: 'integer', title: 'ED', maximum: 1000 },
          SD: { type: 'integer', title: 'SD' },
        },
        'x-weight': 9,
      },
      supply: {
        type: 'object',
        title: 'Quem fornece o quê',
        properties: { panels: { type: 'string', title: 'Painéis' } },
        'x-weight': 9,
      },
      screens: { type: 'integer', title: 'Telas', maximum: 50, 'x-weight': 4 },
    },
  },
  texts: {
    intro: 'Substituição do controlador.',
    sections: [
      { title: 'Plataforma', fields: ['plc_now', 'source', 'wiring'] },
      { title: 'Dimensões', fields: ['io', 'networks', 'screens', 'supply'] },
    ],
    words: {
      plc_now: 'CLP atual: {}.',
      source: { options: { commented: 'O programa-fonte está disponível.', none: 'Não há programa-fonte.' } },
      networks: { lead: 'Redes', options: { profinet: 'PROFINET', hart: 'HART' } },
      io: { order: ['ED', 'SD'] },
      supply: { order: ['panels'] },
    },
    why: { io: 'Define módulos e horas.' },
  },
}
const WRITTEN = {
  text: 'Escopo: Retrofit de CLP (rev. A)\n\nSubstituição do controlador.\n\nPlataforma\n- CLP atual: S7-300.',
  clarity: 42,
  missing: [{ field: 'io', title: 'Entradas e saídas', why: 'Define módulos e horas.' }],
}

const changed = vi.fn<(scope: Scope | null) => void>()

function Held() {
  const [value, setValue] = useState<Scope | null>(null)

  function change(next: Scope | null) {
    setValue(next)
    changed(next)
  }

  return <ScopeBuilder value={value} onChange={change} />
}

beforeEach(() => {
  serve({ project_models: [ROW], projects: [], 'rpc/preview_scope': { body: WRITTEN } })
})

async function choose() {
  renderAt(<Held />)
  await userEvent.selectOptions(
    await screen.findByRole('combobox', { name: /Modelo de projeto/ }),
    'Retrofit de CLP',
  )
}

test('a model asks by kind of answer, and takes back what is emptied', async () => {
  await choose()
  await userEvent.type(screen.getByRole('textbox', { name: /CLP atual/ }), 'S7-300')
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: /Programa-fonte/ }),
    'O programa-fonte está disponível',
  )
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /Fiação mantida/ }), 'Não')
  await userEvent.click(screen.getByText('Dimensões'))
  const counts = screen.getByRole('group', { name: /Entradas e saídas/ })
  await userEvent.type(within(counts).getByRole('textbox', { name: 'ED' }), '128 pontos')
  await userEvent.type(within(counts).getByRole('textbox', { name: 'SD' }), '9')
  await userEvent.clear(within(counts).getByRole('textbox', { name: 'SD' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'PROFINET' }))
  await userEvent.type(screen.getByRole('textbox', { name: /Telas/ }), '99')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /Painéis/ }), 'Contratado')
  expect(changed.mock.lastCall?.[0]).toEqual({
    model: 'retrofit-clp',
    version: 2,
    answers: {
      plc_now: 'S7-300',
      source: 'commented',
      wiring: false,
      io: { ED: 128 },
      networks: ['profinet'],
      screens: 50,
      supply: { panels: 'professional' },
    },
  })
  await userEvent.click(screen.getByRole('checkbox', { name: 'PROFINET' }))
  expect(changed.mock.lastCall?.[0]?.answers).not.toHaveProperty('networks')
})

test('the clarity is said with what is missing, which leads to its field', async () => {
  await choose()
  const bar = await screen.findByRole('progressbar', { name: 'Clareza do escopo' })
  expect(bar.getAttribute('aria-valuenow')).toBe('42')
  expect(screen.getAllByText('Define módulos e horas.').length).toBeGreaterThan(0)
  await userEvent.click(screen.getByRole('button', { name: 'Falta: Entradas e saídas' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'ED' }))
  expect(askedOf('rpc/preview_scope')[0]?.body).toEqual({
    scope: { model: 'retrofit-clp', version: 2, answers: {} },
  })
})

test('a past project is a beginning, without what its model asks no longer', async () => {
  const past = { model: 'retrofit-clp', version: 1, answers: { plc_now: 'PLC-5', gone: true } }
  serve({
    project_models: [ROW],
    projects: [{ id: 'p1', title: 'Linha 1', scope: past }],
    'rpc/preview_scope': { body: WRITTEN },
  })
  renderAt(<Held />)
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: /projeto anterior/ }), 'Linha 1')
  expect(changed.mock.lastCall?.[0]).toEqual({
    model: 'retrofit-clp',
    version: 2,
    answers: { plc_now: 'PLC-5' },
  })
})

test('models that cannot be read are asked for again', async () => {
  serve({ project_models: 500, projects: [] })
  renderAt(<Held />)
  expect(await screen.findByRole('button', { name: 'Tentar novamente' })).toBeTruthy()
})

test('an answer that is emptied is no answer', () => {
  expect(answer({ a: 1 }, 'b', 'x')).toEqual({ a: 1, b: 'x' })
  for (const empty of [undefined, '', [], {}]) expect(answer({ a: 1, b: 2 }, 'b', empty)).toEqual({ a: 1 })
  expect(answer({}, 'a', false)).toEqual({ a: false })
})

test('another model keeps what it asks alike', () => {
  const retrofit = readModel(ROW)
  const other = {
    ...retrofit,
    slug: 'outro',
    sections: retrofit.sections.map((one) => ({
      ...one,
      fields: one.fields
        .filter(({ name }) => name !== 'wiring')
        .map((asked) => (asked.name === 'source' ? { ...asked, options: [] } : asked)),
    })),
  }
  expect(
    carry({ plc_now: 'S7', source: 'none', wiring: true, io: { ED: 1 } }, other, retrofit).answers,
  ).toEqual({
    plc_now: 'S7',
    io: { ED: 1 },
  })
})

test('what is no scope is none', () => {
  for (const stored of [null, undefined, 5, 'x', { model: 'a' }, { model: 'a', version: '1', answers: {} }])
    expect(readScope(stored)).toBeNull()
})
