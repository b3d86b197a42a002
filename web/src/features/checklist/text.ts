import type { Checklist, Item } from '@/features/checklist/queries'
import { formatDateTime } from '@/lib/format'

export const KINDS: Record<Checklist['kind'], string> = { taf: 'TAF', tac: 'TAC', entrega: 'Entrega' }

export const STATUS: Record<Checklist['status'], { label: string; tone: 'warning' | 'info' | 'success' }> = {
  proposed: { label: 'Proposta', tone: 'warning' },
  agreed: { label: 'Combinada', tone: 'info' },
  signed: { label: 'Assinada pelas duas partes', tone: 'success' },
}

export const RESULTS: Record<
  Item['result'],
  { label: string; tone: 'neutral' | 'success' | 'danger' | 'outline' }
> = {
  pending: { label: 'Pendente', tone: 'neutral' },
  passed: { label: 'Aprovado', tone: 'success' },
  failed: { label: 'Reprovado', tone: 'danger' },
  not_applicable: { label: 'Não se aplica', tone: 'outline' },
}

/** The initial items of a checklist, by kind of project. */
export const TEMPLATES = [
  { value: 'machine', label: 'Máquina nova ou linha' },
  { value: 'retrofit', label: 'Retrofit de CLP' },
  { value: 'scada', label: 'Supervisório' },
  { value: 'nr12', label: 'Adequação NR-12' },
  { value: 'robot', label: 'Célula robotizada' },
  { value: 'network', label: 'Diagnóstico de rede' },
  { value: 'urgent', label: 'Chamado urgente' },
  { value: 'calibration', label: 'Calibração em campo' },
  { value: 'iiot', label: 'IIoT e dados' },
  { value: 'electrical', label: 'Projeto elétrico' },
]

/** A sentence about a failed item, with the version of the checklist. */
export function quoteOf({ kind, version }: Pick<Checklist, 'kind' | 'version'>, item: Item): string {
  const expected = item.expected === '' ? '' : ` Esperado: ${ended(item.expected)}`
  const note = item.note === null ? '' : ` Registrado como reprovado: ${ended(item.note)}`
  return `Item ${String(item.position)} da lista ${KINDS[kind]}, versão ${String(version)}: ${ended(item.title)}${expected}${note}`
}

function ended(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

const SIDES = { company: 'empresa', professional: 'profissional' } as const

type Said = {
  recorded_side: Item['recorded_side']
  recorded_name: string | null
  recorded_at: string | null
  witness_due_at: string | null
  witnessed_as: Item['witnessed_as']
  witnessed_name: string | null
  witnessed_at: string | null
}

/** Whether only one side has lifted a blocking item of an unsigned checklist. */
function awaitsWitness({ status }: Pick<Checklist, 'status'>, item: Item): boolean {
  return status === 'agreed' && item.blocking && isLifted(item) && item.witnessed_at === null
}

/** Whether a side may witness a result that the other side recorded. */
export function mayWitness(
  list: Pick<Checklist, 'status'>,
  item: Item,
  side: 'company' | 'professional',
): boolean {
  return awaitsWitness(list, item) && item.recorded_side !== side
}

function isLifted({ result }: Item): boolean {
  return result === 'passed' || result === 'not_applicable'
}

/** How a result was witnessed, as words that follow the witness's name. */
export const WITNESSED_AS: Record<NonNullable<Item['witnessed_as']>, string> = {
  witness: '',
  signature: ', ao assinar a lista',
  delivery: ', ao entregar o marco',
  approval: ', ao aprovar o marco',
  silence: '',
}

/** Who tested an item, who witnessed it for the other side and when, or until when the witness may answer. */
export function wordsOf(said: Said): string[] {
  const { recorded_side: by, recorded_at, witnessed_as: as, witnessed_at, witness_due_at } = said
  if (by === null || recorded_at === null) return []
  const witness = by === 'company' ? 'professional' : 'company'
  const words = [
    `Executado por ${said.recorded_name ?? SIDES[by]} (${SIDES[by]}), em ${formatDateTime(recorded_at)}.`,
  ]
  if (witnessed_at !== null && as === 'silence')
    words.push(
      `Testemunhado pelo silêncio: o prazo (${SIDES[witness]}) terminou sem resposta em ${formatDateTime(witnessed_at)}.`,
    )
  else if (witnessed_at !== null && as !== null)
    words.push(
      `Testemunhado por ${said.witnessed_name ?? ''} (${SIDES[witness]}), em ${formatDateTime(witnessed_at)}${WITNESSED_AS[as]}.`,
    )
  else if (witness_due_at !== null)
    words.push(
      `Falta o testemunho (${SIDES[witness]}), até ${formatDateTime(witness_due_at)}. Depois disso, conta como testemunhado pelo silêncio.`,
    )
  return words
}
