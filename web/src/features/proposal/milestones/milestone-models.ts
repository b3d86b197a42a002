import { newMilestone, type MilestoneDraft, type TermsDraft } from '@/features/proposal/terms/terms-draft'
import { splitBy, type Money } from '@/lib/money'

type Model = { name: string; parts: readonly (readonly [percent: number, title: string])[] }

const RETROFIT: Model = {
  name: 'Retrofit',
  parts: [
    [20, 'Levantamento'],
    [40, 'TAF'],
    [30, 'Virada'],
    [10, 'Operação assistida'],
  ],
}
const MACHINE: Model = {
  name: 'Máquina nova',
  parts: [
    [20, 'Projeto'],
    [40, 'TAF'],
    [30, 'TAC'],
    [10, 'As built'],
  ],
}
const SUPERVISORY: Model = {
  name: 'Supervisório',
  parts: [
    [30, 'Especificação funcional'],
    [40, 'TAF'],
    [20, 'TAC'],
    [10, 'Operação assistida'],
  ],
}
const SAFETY: Model = {
  name: 'NR-12',
  parts: [
    [25, 'Apreciação de riscos'],
    [25, 'Projeto de segurança'],
    [40, 'Instalação e validação'],
    [10, 'Documentação e treinamento'],
  ],
}
const ROBOT: Model = {
  name: 'Célula robotizada',
  parts: [
    [20, 'Projeto e simulação'],
    [30, 'TAF'],
    [40, 'Instalação e TAC'],
    [10, 'Operação assistida'],
  ],
}
const ELECTRICAL: Model = {
  name: 'Projeto elétrico',
  parts: [
    [40, 'Projeto para aprovação'],
    [40, 'Projeto executivo'],
    [20, 'As built'],
  ],
}
const AT_ONCE: Model = { name: 'Entrega única', parts: [[100, 'Entrega do projeto']] }

export const MODELS: readonly Model[] = [RETROFIT, MACHINE, SUPERVISORY, SAFETY, ROBOT, ELECTRICAL, AT_ONCE]

const BY_CATEGORY: Readonly<Record<string, Model>> = {
  'Automação Industrial': RETROFIT,
  Robótica: ROBOT,
  'Elétrica Industrial': ELECTRICAL,
  'Segurança de Máquinas': SAFETY,
  'Redes e Dados Industriais': SUPERVISORY,
}

/** The usual ways of splitting a value, the likeliest for a category of project first. */
export function modelsFor(category: string): readonly Model[] {
  const likeliest = BY_CATEGORY[category] ?? AT_ONCE
  return [likeliest, ...MODELS.filter((model) => model !== likeliest)]
}

/** Milestones after a model, which follow the value until one of them is given its own. */
export function withModel(terms: TermsDraft, model: Model): TermsDraft {
  const shares = model.parts.map(([percent]) => percent)
  return { ...terms, shares, milestones: fill(model, terms.value) }
}

/** Another value, which the milestones of a model are filled with as long as nobody changed theirs. */
export function withValue(terms: TermsDraft, value: Money | null): TermsDraft {
  const { milestones, shares } = terms
  const before = partsOver(terms.value, shares)
  const follows =
    shares.length === milestones.length &&
    milestones.every((one, at) => (one.value ?? 0) === (before[at] ?? 0))
  if (!follows) return { ...terms, value }
  const after = partsOver(value, shares)
  return { ...terms, value, milestones: milestones.map((one, at) => ({ ...one, value: after[at] ?? null })) }
}

function partsOver(value: Money | null, shares: readonly number[]): Money[] {
  return value === null || shares.length === 0 ? [] : splitBy(value, shares)
}

/** A model over a value: exact to the centavo; without a value the milestones wait for theirs. */
export function fill({ parts }: Model, value: Money | null): MilestoneDraft[] {
  const values = partsOver(
    value,
    parts.map(([percent]) => percent),
  )
  return parts.map(([, title], at) => ({
    ...newMilestone([]),
    key: `m${at}`,
    title,
    value: values[at] ?? null,
  }))
}
