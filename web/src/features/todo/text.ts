import type { Todo } from '@/features/todo/queries'
import { formatCount, formatDeadline } from '@/lib/format'
import { keyOf } from '@/lib/keys-of'
import { fiscalAnchor, milestoneAnchor, paths, SECTIONS } from '@/lib/paths'

type Look = {
  /** What to do, in the imperative. */
  say: (todo: Todo) => string
  /** The address where it is done. */
  to: (todo: Todo) => string
  /** What happens if nobody does it. */
  otherwise?: string
}

const LISTS: Readonly<Record<string, string>> = { taf: 'TAF', tac: 'TAC', entrega: 'de entrega' }

function contract({ contract_id }: Todo, section?: string): string {
  return contract_id === null ? paths.contracts() : paths.contract(contract_id, section)
}

/** The milestone that it is about. */
function milestone(todo: Todo): string {
  return contract(todo, todo.milestone_id === null ? SECTIONS.milestones : milestoneAnchor(todo.milestone_id))
}

function fiscal(todo: Todo): string {
  return contract(todo, todo.milestone_id === null ? SECTIONS.milestones : fiscalAnchor(todo.milestone_id))
}

function section(name: string): (todo: Todo) => string {
  return (todo) => contract(todo, name)
}

function dispute({ contract_id, subject_id }: Todo): string {
  return contract_id === null || subject_id === null
    ? paths.contracts()
    : paths.dispute(contract_id, subject_id)
}

function proposals({ project_id }: Todo): string {
  return project_id === null ? paths.manageProjects() : paths.projectProposals(project_id)
}

function list({ what }: Todo): string {
  return LISTS[what ?? ''] ?? ''
}

const LOOKS = {
  termination: {
    say: () => 'Responder ao distrato',
    to: section(SECTIONS.termination),
    otherwise: 'Sem resposta, caduca.',
  },
  dispute: {
    say: () => 'Responder à disputa',
    to: dispute,
    otherwise: 'Sem resposta, vale o que foi pedido.',
  },
  decision: { say: () => 'Aceitar a decisão ou recorrer', to: dispute, otherwise: 'Sem recurso, vale.' },
  split: { say: () => 'Responder à divisão proposta', to: dispute },
  amendment: {
    say: ({ what }) => `Responder ao aditivo ${what ?? ''}`,
    to: section(SECTIONS.amendments),
    otherwise: 'Sem resposta, vence.',
  },
  list: { say: (todo) => `Ler a lista ${list(todo)}`, to: section(SECTIONS.lists) },
  witness: {
    say: (todo) => `Testemunhar os resultados da lista ${list(todo)}`,
    to: section(SECTIONS.lists),
    otherwise: 'Sem resposta, vale o silêncio.',
  },
  sign: { say: (todo) => `Assinar a lista ${list(todo)}`, to: section(SECTIONS.lists) },
  approve: {
    say: () => 'Conferir entrega',
    to: milestone,
    otherwise: 'Sem resposta, é aceita.',
  },
  fill: {
    say: (todo) => `Preencher a lista ${list(todo)}: item impeditivo em aberto`,
    to: section(SECTIONS.lists),
  },
  pay: { say: () => 'Pagar e informar o pagamento', to: milestone },
  fund: { say: () => 'Pagar com Pix', to: milestone },
  deposit: { say: () => 'Depositar em garantia, com Pix', to: milestone },
  confirm: {
    say: () => 'Confirmar se o pagamento chegou',
    to: milestone,
    otherwise: 'Sem resposta, vale como recebido.',
  },
  adjust: { say: () => 'Fazer os ajustes e entregar', to: milestone },
  start: { say: () => 'Iniciar o trabalho', to: milestone },
  deliver: { say: () => 'Entregar', to: milestone },
  invoice: { say: () => 'Enviar a nota fiscal', to: fiscal },
  resend_invoice: { say: () => 'Enviar outra nota fiscal: a primeira foi recusada', to: fiscal },
  check_invoice: { say: () => 'Conferir a nota fiscal', to: fiscal },
  withholding: {
    say: () => 'Conferir os tributos retidos',
    to: fiscal,
    otherwise: 'Sem resposta, são aceitos, se não passam do que a lei manda reter.',
  },
  prove_withheld: {
    say: ({ due_at }) =>
      due_at === null
        ? 'Envie o comprovante dos tributos retidos'
        : `Envie o comprovante dos tributos retidos até ${formatDeadline(due_at)}`,
    to: fiscal,
    otherwise: 'Sem ele, o valor é do profissional.',
  },
  resend_withheld: {
    say: () => 'Enviar outro comprovante dos tributos retidos: o primeiro foi contestado',
    to: fiscal,
    otherwise: 'Sem ele, o valor é do profissional.',
  },
  check_withheld: {
    say: () => 'Conferir o comprovante dos tributos retidos',
    to: fiscal,
    otherwise: 'Sem resposta, o comprovante vale.',
  },
  pay_withheld: { say: () => 'Pagar ao profissional os tributos retidos e não comprovados', to: fiscal },
  confirm_withheld: { say: () => 'Confirmar se os tributos retidos foram pagos a você', to: fiscal },
  review: { say: () => 'Avaliar o trabalho', to: section(SECTIONS.review) },
  proposals: {
    say: ({ count }) => `Responder a ${formatCount(count, 'proposta', 'propostas')}`,
    to: proposals,
  },
  questions: {
    say: ({ count }) => `Responder a ${formatCount(count, 'pergunta', 'perguntas')}`,
    to: ({ project_id, title }) =>
      project_id === null ? paths.manageProjects() : paths.project(project_id, title ?? undefined),
  },
  invitation: {
    say: () => 'Responder ao convite',
    to: () => `${paths.professionalDashboard()}#${SECTIONS.invitations}`,
    otherwise: 'Sem resposta, vence.',
  },
  counter: { say: () => 'Responder à contraproposta', to: paths.ownProposals },
  revision: { say: () => 'Confirmar a proposta: o projeto mudou', to: paths.ownProposals },
  messages: {
    say: ({ count }) => `Ler ${formatCount(count, 'mensagem', 'mensagens')}`,
    to: ({ subject_id }) => (subject_id === null ? paths.messages() : paths.conversation(subject_id)),
  },
  owner_notice: {
    say: () => 'Responder ao aviso de que você deixa de ser proprietário',
    to: paths.team,
    otherwise: 'Sem resposta, vale.',
  },
  receiver: { say: () => 'Completar o cadastro para receber', to: paths.finance },
} satisfies Record<string, Look>

/** The words and the address of a todo; undefined for a kind that this version does not know. */
export function lookOf({ kind }: Todo): Look | undefined {
  const known = keyOf(LOOKS, kind)
  return known === undefined ? undefined : LOOKS[known]
}

const DAY_MS = 24 * 60 * 60 * 1000

/** How urgent a date is. */
export function pressOf(due: string, now = Date.now()): 'late' | 'soon' | 'later' {
  const left_ms = Date.parse(due) - now
  if (left_ms < 0) return 'late'
  return left_ms < 2 * DAY_MS ? 'soon' : 'later'
}
