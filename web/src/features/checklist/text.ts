import type { Checklist, Item } from '@/features/checklist/queries'

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

/** What a list may begin with, by the kind of project. */
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

/** A failed item in a sentence that stands by itself, of the version it is read in. */
export function quoteOf({ kind, version }: Pick<Checklist, 'kind' | 'version'>, item: Item): string {
  const expected = item.expected === '' ? '' : ` Esperado: ${ended(item.expected)}`
  const note = item.note === null ? '' : ` Registrado como reprovado: ${ended(item.note)}`
  return `Item ${String(item.position)} da lista ${KINDS[kind]}, versão ${String(version)}: ${ended(item.title)}${expected}${note}`
}

function ended(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
