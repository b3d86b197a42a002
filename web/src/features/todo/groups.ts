import type { DeferChoice, Turn } from '@/features/todo/queries'
import { formatCount } from '@/lib/format'
import { keyOf } from '@/lib/keys-of'

/** How several of a kind are said in one line; what is not here stands by itself. */
const GROUPS = {
  approve: (count) => `${formatCount(count, 'entrega', 'entregas')} a conferir`,
  fill: (count) => `${formatCount(count, 'lista de aceite', 'listas de aceite')} a preencher`,
  proposals: (count) => `${formatCount(count, 'proposta', 'propostas')} a responder`,
  questions: (count) => `${formatCount(count, 'pergunta', 'perguntas')} a responder`,
  pay: (count) => `${formatCount(count, 'pagamento', 'pagamentos')} a fazer`,
  fund: (count) => `${formatCount(count, 'Pix', 'Pix')} a pagar`,
  deposit: (count) => `${formatCount(count, 'depósito', 'depósitos')} a fazer`,
  confirm: (count) => `${formatCount(count, 'recebimento', 'recebimentos')} a confirmar`,
  start: (count) => `${formatCount(count, 'trabalho', 'trabalhos')} a iniciar`,
  deliver: (count) => `${formatCount(count, 'entrega', 'entregas')} a fazer`,
  adjust: (count) => `${formatCount(count, 'ajuste', 'ajustes')} a fazer`,
  amendment: (count) => `${formatCount(count, 'aditivo', 'aditivos')} a responder`,
  list: (count) => `${formatCount(count, 'lista', 'listas')} a ler`,
  sign: (count) => `${formatCount(count, 'lista', 'listas')} a assinar`,
  invoice: (count) => `${formatCount(count, 'nota fiscal', 'notas fiscais')} a enviar`,
  check_invoice: (count) => `${formatCount(count, 'nota fiscal', 'notas fiscais')} a conferir`,
  review: (count) => `${formatCount(count, 'avaliação', 'avaliações')} a fazer`,
  counter: (count) => `${formatCount(count, 'contraproposta', 'contrapropostas')} a responder`,
  revision: (count) => `${formatCount(count, 'proposta', 'propostas')} a confirmar`,
} satisfies Record<string, (count: number) => string>

/** Several of one kind in a line, and where they are: *4 propostas a responder em 2 projetos*. */
export function groupWords(turns: readonly Turn[]): string | undefined {
  const known = turns[0] && keyOf(GROUPS, turns[0].kind)
  if (known === undefined) return undefined
  const contracts = new Set(turns.flatMap(({ contract_id }) => contract_id ?? []))
  const projects = new Set(turns.flatMap(({ project_id }) => project_id ?? []))
  const where =
    contracts.size > 0
      ? formatCount(contracts.size, 'contrato', 'contratos')
      : formatCount(projects.size, 'projeto', 'projetos')
  return `${GROUPS[known](turns.reduce((all, { count }) => all + count, 0))} em ${where}`
}

/** What stands in one place of the list: one thing, or several of one kind. */
export type Entry = readonly [Turn, ...Turn[]]

/**
 * The list with what is of one kind put together where there is much; it stands
 * where the most pressing of it would.
 */
export function entriesOf(turns: readonly Turn[], many: number): Entry[] {
  if (turns.length <= many) return turns.map((turn) => [turn])
  const places = new Map<string, Entry>()
  for (const turn of turns) {
    const place = groupWords([turn]) === undefined ? turnKey(turn) : turn.kind
    const there = places.get(place)
    places.set(place, there === undefined ? [turn] : [...there, turn])
  }
  return [...places.values()]
}

/** What tells one line from another. */
export function turnKey({ kind, contract_id, matter }: Turn): string {
  return `${kind}${contract_id ?? ''}${matter}`
}

export const CHOICES: readonly { until: DeferChoice; label: string }[] = [
  { until: 'tomorrow', label: 'Até o próximo dia útil' },
  { until: 'three_days', label: 'Por três dias úteis' },
  { until: 'monday', label: 'Até a próxima segunda-feira' },
]
