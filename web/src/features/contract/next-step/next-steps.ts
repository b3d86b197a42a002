import { isBinding } from '@/api/deal/states'
import { isBeforeDelivery, isOwed, isUnfunded, nameOf } from '@/features/contract/milestones/milestone-text'
import { openAnswers, type Next, type NextKind } from '@/features/contract/next-step/open-answers'
import {
  isBlocked,
  lastPayment,
  milestonesOf,
  type Contract,
  type Milestone,
} from '@/features/contract/queries'
import type { ContractSide } from '@/features/contract/side'
import { formatDate, formatDeadline, formatDistance } from '@/lib/format'
import { SECTIONS } from '@/lib/paths'

/** Every step that a contract waits for, the most urgent first. */
export function allNext(contract: Contract): Next[] {
  const parts = milestonesOf(contract)
  return [
    ...answers(contract),
    ...openAnswers(contract),
    ...parts.flatMap((milestone) => ofMoney(contract, milestone)),
    ...ofWork(contract, parts),
  ].toSorted(byPress)
}

function byPress(one: Next, other: Next): number {
  return ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind)
}

const ORDER: readonly NextKind[] = [
  'answer',
  'dispute',
  'decision',
  'split',
  'confirm',
  'approve',
  'fill',
  'pay',
  'fund',
  'deposit',
  'pay_withheld',
  'confirm_withheld',
  'check_withheld',
  'resend_withheld',
  'prove_withheld',
  'withholding',
  'amendment',
  'witness',
  'list',
  'sign',
  'check_invoice',
  'resend_invoice',
  'adjust',
  'start',
  'deliver',
  'invoice',
]

/** The next step from the view of a side: its own before the other's. */
export function nextFor(contract: Contract, side: ContractSide): Next | undefined {
  const all = allNext(contract)
  return all.find((next) => next.side === side) ?? all[0]
}

/** The milestone whose step is shown at the top, so that it is not offered twice. */
export function milestoneAsked(contract: Contract, side: ContractSide): Milestone | undefined {
  const next = nextFor(contract, side)
  return next?.side === side && next.kind !== 'start' && next.to === undefined ? next.milestone : undefined
}

/** The other steps of a side, besides the one at the top. */
export function alsoFor(contract: Contract, side: ContractSide): Next[] {
  return allNext(contract)
    .filter((next) => next.side === side)
    .slice(1)
}

function answers(contract: Contract): Next[] {
  const lapses = contract.termination_lapses_at
  if (contract.termination_by === null || lapses === null || Date.parse(lapses) <= Date.now()) return []
  const side = contract.termination_by === contract.company_id ? 'professional' : 'company'
  return [{ kind: 'answer', side, at: lapses, to: `#${SECTIONS.termination}` }]
}

function ofMoney(contract: Contract, milestone: Milestone): Next[] {
  if (milestone.status === 'delivered' && isBinding(contract.status))
    return [
      {
        kind: isBlocked(contract, milestone) ? 'fill' : 'approve',
        side: 'company',
        milestone,
        at: milestone.paused_at === null ? milestone.review_until : null,
      },
    ]
  if (!isOwed(milestone)) return []
  if (contract.settlement !== 'direct')
    return [{ kind: 'fund', side: 'company', milestone, at: dayOf(milestone.owed_due_on) }]
  const payment = lastPayment(contract, milestone)
  if (payment?.status === 'declared')
    return [{ kind: 'confirm', side: 'professional', milestone, payment, at: payment.confirm_due_at }]
  return [{ kind: 'pay', side: 'company', milestone, at: dayOf(milestone.owed_due_on) }]
}

/** One milestone is worked on at a time: adjustments before new work, and the deposit before the work. */
function ofWork(contract: Contract, parts: readonly Milestone[]): Next[] {
  const { status } = contract
  if (status !== 'agreed' && status !== 'active') return []
  const open = parts.filter(isBeforeDelivery)
  const ordered = [
    ...open.filter((one) => one.status === 'adjusting'),
    ...open.filter((one) => one.status !== 'adjusting'),
  ]
  const [first] = ordered
  const work = ordered.find((one) => one.status !== 'awaiting_payment' && !isUnfunded(contract, one))
  const begin = status === 'agreed' ? 'start' : 'deliver'
  return [
    ...(first !== undefined && isUnfunded(contract, first)
      ? [{ kind: 'deposit', side: 'company', milestone: first, at: null } as const]
      : []),
    ...(work === undefined
      ? []
      : [
          {
            kind: work.status === 'adjusting' ? 'adjust' : begin,
            side: 'professional',
            milestone: work,
            at: dayOf(work.due_on),
          } as const,
        ]),
  ]
}

/** A calendar day as its last moment. */
export function dayOf(date: string | null): string | null {
  return date === null ? null : `${date}T23:59:59-03:00`
}

type Words = { mine: string; theirs: string; at?: (at: string) => string }

const WORDS: Readonly<Record<NextKind, Words>> = {
  answer: {
    mine: 'Responda ao distrato proposto',
    theirs: 'Esperando a resposta ao distrato',
    at: (at) => `caduca ${unanswered(at)}`,
  },
  dispute: {
    mine: 'Responda à disputa',
    theirs: 'Esperando a resposta à disputa',
    at: (at) => `sem resposta até ${formatDeadline(at)}, vale o que foi pedido`,
  },
  decision: {
    mine: 'Aceite a decisão da disputa ou recorra',
    theirs: 'A outra parte lê a decisão da disputa',
    at: (at) => `a decisão vale ${formatDistance(at)}, sem recurso até ${formatDeadline(at)}`,
  },
  split: {
    mine: 'Responda à divisão proposta na disputa',
    theirs: 'Esperando a resposta à divisão proposta',
  },
  amendment: {
    mine: 'Responda ao aditivo',
    theirs: 'Esperando a resposta ao aditivo',
    at: (at) => `vence ${unanswered(at)}`,
  },
  list: { mine: 'Leia e responda a lista', theirs: 'Esperando a resposta à lista' },
  witness: {
    mine: 'Testemunhe os resultados da lista',
    theirs: 'Esperando quem testemunhe os resultados da lista',
    at: (at) => `testemunhado por silêncio ${unanswered(at)}`,
  },
  sign: { mine: 'Confira os resultados e assine a lista', theirs: 'Esperando a assinatura da lista' },
  confirm: {
    mine: 'Confirme se o pagamento chegou',
    theirs: 'Esperando a confirmação do recebimento',
    at: (at) => `confirmado por silêncio ${unanswered(at)}`,
  },
  approve: {
    mine: 'Confira a entrega: aprove ou peça ajustes',
    theirs: 'A empresa confere a entrega',
    at: (at) => `aceito por silêncio ${unanswered(at)}`,
  },
  fill: {
    mine: 'Preencha a lista de aceite: há item impeditivo em aberto',
    theirs: 'A empresa confere a lista de aceite',
  },
  pay: {
    mine: 'Pague o profissional e informe o pagamento',
    theirs: 'Esperando o pagamento da empresa',
    at: (at) => `vence ${formatDistance(at)}, até ${formatDeadline(at)}`,
  },
  fund: {
    mine: 'Pague com Pix o que foi aprovado',
    theirs: 'Esperando o pagamento da empresa',
    at: (at) => `vence ${formatDistance(at)}, até ${formatDeadline(at)}`,
  },
  deposit: {
    mine: 'Deposite o valor em garantia, com Pix',
    theirs: 'Espere o depósito da empresa em garantia para trabalhar',
  },
  withholding: {
    mine: 'Confira os tributos retidos',
    theirs: 'Esperando a resposta aos tributos retidos',
    at: (at) => `responda até ${formatDeadline(at)}`,
  },
  prove_withheld: {
    mine: 'Envie o comprovante dos tributos retidos',
    theirs: 'Esperando o comprovante dos tributos retidos',
    at: (at) => `até ${formatDeadline(at)}; sem ele, o valor é do profissional`,
  },
  resend_withheld: {
    mine: 'Comprovante contestado: envie outro ou insista',
    theirs: 'Esperando outro comprovante dos tributos retidos',
    at: (at) => `até ${formatDeadline(at)}; sem ele, o valor é do profissional`,
  },
  check_withheld: {
    mine: 'Confira o comprovante dos tributos retidos',
    theirs: 'Esperando a resposta ao comprovante dos tributos retidos',
    at: (at) => `sem resposta até ${formatDeadline(at)}, o comprovante vale`,
  },
  pay_withheld: {
    mine: 'Pague ao profissional os tributos retidos e não comprovados',
    theirs: 'A empresa deve os tributos retidos e não comprovados',
  },
  confirm_withheld: {
    mine: 'Confirme se os tributos retidos foram pagos a você',
    theirs: 'O profissional confirma o pagamento dos tributos retidos',
  },
  check_invoice: { mine: 'Confira a nota fiscal', theirs: 'A empresa confere a nota fiscal' },
  resend_invoice: {
    mine: 'A nota foi recusada: envie outra',
    theirs: 'Esperando outra nota fiscal do profissional',
  },
  invoice: { mine: 'Envie a nota fiscal', theirs: 'Esperando a nota fiscal do profissional' },
  adjust: {
    mine: 'Faça os ajustes e entregue de novo',
    theirs: 'O profissional faz os ajustes',
    at: dueWords,
  },
  start: { mine: 'Inicie o trabalho ou entregue', theirs: 'O profissional inicia o trabalho', at: dueWords },
  deliver: { mine: 'Entregue quando estiver pronto', theirs: 'O profissional trabalha', at: dueWords },
}

/** `em 5 dias, sem resposta até 01/12/2026, 23h59` */
export function unanswered(at: string): string {
  return `${formatDistance(at)}, sem resposta até ${formatDeadline(at)}`
}

function dueWords(at: string): string {
  return `entrega prevista para ${formatDate(at)}`
}

/** The next step as a sentence, with its milestone. */
export function nextWords(contract: Contract, next: Next, side: ContractSide): string {
  const words = WORDS[next.kind]
  const said = next.side === side ? words.mine : words.theirs
  const what = next.what === undefined ? said : `${said} ${next.what}`
  return next.milestone === undefined || contract.milestones.length === 1
    ? what
    : `${nameOf(contract, next.milestone)}: ${what}`
}

/** What happens without an answer, and when. */
export function nextDateWords({ kind, at }: Next): string | undefined {
  return at === null ? undefined : WORDS[kind].at?.(at)
}
