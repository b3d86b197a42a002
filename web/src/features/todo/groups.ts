import type { DeferChoice, Todo } from '@/features/todo/queries'
import { formatCount } from '@/lib/format'
import { keyOf } from '@/lib/keys-of'

/** The words for several todos of one kind; other kinds are never grouped. */
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
  invitation: (count) => `${formatCount(count, 'convite', 'convites')} a responder`,
  counter: (count) => `${formatCount(count, 'contraproposta', 'contrapropostas')} a responder`,
  revision: (count) => `${formatCount(count, 'proposta', 'propostas')} a confirmar`,
} satisfies Record<string, (count: number) => string>

/** A group of todos in words: *4 propostas a responder em 2 projetos*. */
export function groupWords(todos: readonly Todo[]): string | undefined {
  const known = todos[0] && keyOf(GROUPS, todos[0].kind)
  if (known === undefined) return undefined
  const contracts = new Set(todos.flatMap(({ contract_id }) => contract_id ?? []))
  const projects = new Set(todos.flatMap(({ project_id }) => project_id ?? []))
  const where =
    contracts.size > 0
      ? formatCount(contracts.size, 'contrato', 'contratos')
      : formatCount(projects.size, 'projeto', 'projetos')
  return `${GROUPS[known](todos.reduce((all, { count }) => all + count, 0))} em ${where}`
}

/** One line of the list: a todo, or several of one kind. */
export type Entry = readonly [Todo, ...Todo[]]

/** The list, grouped by kind if it is long; a group stands in the place of its most urgent todo. */
export function entriesOf(todos: readonly Todo[], many: number): Entry[] {
  if (todos.length <= many) return todos.map((todo) => [todo])
  const places = new Map<string, Entry>()
  for (const todo of todos) {
    const place = groupWords([todo]) === undefined ? todoKey(todo) : todo.kind
    const there = places.get(place)
    places.set(place, there === undefined ? [todo] : [...there, todo])
  }
  return [...places.values()]
}

/** The React key of a line. */
export function todoKey({ kind, contract_id, matter }: Todo): string {
  return `${kind}${contract_id ?? ''}${matter}`
}

export const CHOICES: readonly { until: DeferChoice; label: string }[] = [
  { until: 'tomorrow', label: 'Até o próximo dia útil' },
  { until: 'three_days', label: 'Por três dias úteis' },
  { until: 'monday', label: 'Até a próxima segunda-feira' },
]
