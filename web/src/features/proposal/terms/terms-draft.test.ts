import { expect, test } from 'vitest'
import {
  fill,
  MODELS,
  modelsFor,
  withModel,
  withValue,
} from '@/features/proposal/milestones/milestone-models'
import { DETAILED, PLAIN, versionOf } from '@/features/proposal/test-terms'
import { baseOf } from '@/features/proposal/terms/term-changes'
import {
  dayIn,
  distribute,
  draftOf,
  newMilestone,
  problemsOf,
  readTerms,
  restOf,
  revisionOf,
  wireOf,
} from '@/features/proposal/terms/terms-draft'
import {
  swapped,
  withOneMore,
  withoutOne,
  withRetention,
} from '@/features/proposal/milestones/milestone-order'
import { ofCents } from '@/lib/money'

const FRESH = { ...readTerms(''), isDetailed: true, value: ofCents(10_000_01) }

function planned(...values: (number | null)[]) {
  const milestones = values.map((value, at) => ({
    ...newMilestone([]),
    key: `m${at}`,
    title: `Marco ${at}`,
    value: value === null ? null : ofCents(value),
  }))
  return { ...FRESH, milestones }
}

test.each(MODELS)('$name is all of a value, to the centavo', ({ name, parts }) => {
  const odd = ofCents(9_999_999)
  expect(
    parts.reduce((sum, [percent]) => sum + percent, 0),
    name,
  ).toBe(100)
  expect(restOf({ value: odd, milestones: fill({ name, parts }, odd) })).toBe(0)
})

test('the model of a category comes first, and none is lost', () => {
  expect(modelsFor('Segurança de Máquinas')[0]?.name).toBe('NR-12')
  expect(modelsFor('Outra')[0]?.name).toBe('Entrega única')
  expect(modelsFor('Robótica')).toHaveLength(MODELS.length)
})

test('retrofit is 20, 40, 30 and 10 percent', () => {
  const retrofit = modelsFor('Automação Industrial')[0]
  expect(retrofit && fill(retrofit, ofCents(10_000_01)).map(({ title, value }) => [title, value])).toEqual([
    ['Levantamento', 2_000_00],
    ['TAF', 4_000_00],
    ['Virada', 3_000_00],
    ['Operação assistida', 1_000_01],
  ])
})

test.each([
  ['over those without a value', [5_000_00, null, null], [5_000_00, 2_500_00, 2_500_01]],
  ['on top of the last', [5_000_00, 1_000_00], [5_000_00, 5_000_01]],
  ['not where nothing is left', [10_000_01], [10_000_01]],
  ['not where there is too much', [20_000_00], [20_000_00]],
])('the rest goes %s', (_, before, after) => {
  expect(distribute(planned(...before)).milestones.map(({ value }) => value)).toEqual(after)
})

test('a neighbour changes places, a new one gets a key of its own', () => {
  const { milestones } = planned(1, 2, 3)
  expect(swapped(milestones, 0, 1).map(({ key }) => key)).toEqual(['m1', 'm0', 'm2'])
  expect(newMilestone(milestones.slice(1)).key).toBe('m0')
})

test('each error is at its field', () => {
  const yesterday = dayIn(-1)
  const draft = { ...planned(5_000_00, null), deadline: '0', validUntil: yesterday }
  const [first] = draft.milestones
  const problems = problemsOf({
    ...draft,
    milestones: [{ ...newMilestone([]), key: 'm9', dueOn: yesterday }, ...(first ? [first] : [])],
  })
  expect(Object.keys(problems).toSorted()).toEqual([
    'deadline',
    'm9-due',
    'm9-title',
    'm9-value',
    'milestones',
    'validUntil',
  ])
  expect(problems.milestones?.message.replaceAll('\u00a0', ' ')).toBe(
    'A soma dos marcos precisa ser igual ao valor: faltam R$ 5.000,01',
  )
})

test('a plain proposal sends only its value', () => {
  expect(wireOf({ ...FRESH, isDetailed: false })).toEqual({ value: '10000.01' })
})

test('the draft of terms in force keeps them unchanged', () => {
  expect(wireOf(draftOf({ ...DETAILED, valid_until: dayIn(3) }))).toEqual({
    value: '52000.00',
    travel: '1500.50',
    milestones: [
      { title: 'Levantamento', deliverable: 'Lista de I/O', value: '10400.00', due_on: '2026-12-05' },
      { title: 'TAF', deliverable: '', value: '26000.50', due_on: null },
      { title: 'Virada', deliverable: '', value: '15599.50', due_on: null },
    ],
    deadline_days: 40,
    valid_until: dayIn(3),
    assumptions: 'Painéis liberados.',
    exclusions: 'Obras civis.',
  })
  expect(draftOf(PLAIN).milestones).toEqual([])
})

test('lapsed terms get the usual validity', () => {
  expect(draftOf({ ...PLAIN, valid_until: '2020-01-01' }).validUntil).toBe(dayIn(30))
})

test('a version is compared with the last one in force', () => {
  const first = versionOf({ number: 1, state: 'superseded' })
  const refused = versionOf({ number: 2, author: 'company', state: 'declined' })
  const third = versionOf({ number: 3 })
  expect(baseOf(third, [third, refused, first])).toBe(first)
  expect(baseOf(first, [third, refused, first])).toBeUndefined()
})

test('the retention takes a tenth of every milestone, to the centavo, and stays last', () => {
  const whole = planned(4_000_00, 6_000_01)
  const kept = { ...whole, milestones: withRetention(whole) }
  expect(kept.milestones.map(({ value }) => value)).toEqual([3_600_00, 5_400_01, 1_000_00])
  expect(restOf(kept)).toBe(0)
  expect(swapped(kept.milestones, 1, 1)).toEqual(kept.milestones)
  expect(withOneMore(kept.milestones).at(-1)?.isRetention).toBe(true)
  const one = withoutOne(withoutOne(kept.milestones, 'm0'), 'm1')
  expect(one.map(({ isRetention }) => isRetention)).toEqual([false])
})

test('a retention and a TAC are sent, and read again as they were', () => {
  const [first, last] = planned(9_000_00, 1_000_01).milestones
  if (first === undefined || last === undefined) throw new Error('two milestones')
  const milestones = [
    { ...first, waitsForTac: true },
    { ...last, isRetention: true },
  ]
  const wire = wireOf({ ...FRESH, milestones })
  expect(wire.milestones?.map(({ kind, waits_for_tac }) => [kind, waits_for_tac])).toEqual([
    [undefined, true],
    ['retention', undefined],
  ])
  const stored = (wire.milestones ?? []).map((one) => ({ ...one }))
  expect(draftOf({ ...PLAIN, milestones: stored }).milestones).toEqual(milestones)
})

test('an emptied deadline is removed', () => {
  expect(revisionOf({ ...FRESH, deadline: '' }).deadline_days).toBe(0)
  expect(wireOf({ ...FRESH, deadline: '' })).not.toHaveProperty('deadline_days')
})

test('a model fills its milestones whenever the value is typed, until one has a value of its own', () => {
  const [retrofit] = modelsFor('Automação Industrial')
  if (retrofit === undefined) throw new Error('no model')
  const values = (terms: ReturnType<typeof withValue>) => terms.milestones.map(({ value }) => value)
  const empty = withModel({ ...FRESH, value: null }, retrofit)
  expect(values(empty)).toEqual([null, null, null, null])
  const typed = withValue(withValue(empty, ofCents(1_00)), ofCents(10_000_00))
  expect(values(typed)).toEqual([2_000_00, 4_000_00, 3_000_00, 1_000_00])
  expect(values(withValue(typed, null))).toEqual([null, null, null, null])
  const own = {
    ...typed,
    milestones: typed.milestones.map((one, at) => (at === 0 ? { ...one, value: ofCents(1) } : one)),
  }
  expect(values(withValue(own, ofCents(99_00)))).toEqual([1, 4_000_00, 3_000_00, 1_000_00])
})
