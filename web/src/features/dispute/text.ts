import type { Dispute, DisputeStatus, Entry, Side } from '@/features/dispute/queries'
import { difference, feeOf, type Money } from '@/lib/money'

type Look = { label: string; tone: 'danger' | 'warning' | 'info' | 'success' | 'neutral' }

export const LOOKS: Readonly<Record<DisputeStatus, Look>> = {
  open: { label: 'Esperando resposta', tone: 'warning' },
  negotiating: { label: 'Em negociação', tone: 'info' },
  mediation: { label: 'Em mediação', tone: 'warning' },
  decided: { label: 'Decidida, cabe recurso', tone: 'warning' },
  appealed: { label: 'Em recurso', tone: 'warning' },
  decided_finally: { label: 'Decidida', tone: 'neutral' },
  settled: { label: 'Encerrada por acordo', tone: 'success' },
  conceded: { label: 'Encerrada a favor do pedido', tone: 'neutral' },
  withdrawn: { label: 'Retirada', tone: 'neutral' },
}

const KINDS: Readonly<Record<Entry['kind'], string>> = {
  claim: 'abriu a disputa e pediu',
  answer: 'respondeu',
  statement: 'acrescentou',
  offer: 'propôs uma divisão',
  acceptance: 'aceitou a divisão',
  mediation: 'pediu a mediação',
  decision: 'decidiu',
  decision_accepted: 'aceitou a decisão',
  appeal: 'recorreu da decisão',
  final_decision: 'decidiu o recurso',
  in_force: 'O prazo para recorrer passou, e a decisão vale',
  concession: 'concordou com o pedido',
  silence: 'O prazo para responder passou, e vale o que foi pedido',
  withdrawal: 'retirou a disputa',
}

/** What happened, in words that follow whoever did it, or stand by themselves where time did. */
export function wordsOf({ kind, side }: Pick<Entry, 'kind' | 'side'>): string {
  return kind === 'mediation' && side === 'time'
    ? 'O prazo passou e a outra parte, bloqueada, não podia responder: a administração decide'
    : KINDS[kind]
}

export const SIDES: Readonly<Record<Entry['side'], string>> = {
  company: 'Empresa',
  professional: 'Profissional',
  administrator: 'Administração',
  time: '',
}

type Shares = { professional: Money; company: Money }

/** What a percentage is worth to each side, half a centavo up for the professional, as the server reckons. */
export function sharesOf(value: Money, percent: number): Shares {
  const professional = feeOf(value, percent * 100)
  return { professional, company: difference(value, professional) }
}

/** The side of a party; undefined if it is no side of the dispute. */
export function sideOf({ contract }: Pick<Dispute, 'contract'>, partyId: string): Side | undefined {
  if (contract?.company_id === partyId) return 'company'
  return contract?.professional_id === partyId ? 'professional' : undefined
}

/** The last thing the other side offers, its claim included. */
export function lastOfferTo(entries: readonly Entry[], side: Side): Entry | undefined {
  return entries
    .filter((entry) => (entry.kind === 'offer' || entry.kind === 'claim') && entry.side !== side)
    .toSorted((a, b) => b.number - a.number)[0]
}

export function nameOf({ milestone }: Pick<Dispute, 'milestone'>): string {
  return milestone === null ? 'Marco' : `Marco ${milestone.position}, ${milestone.title}`
}

/** Whether it is about the payment of accepted work; its parts are then what is still owed. */
export function isOverPayment({ milestone_status }: Pick<Dispute, 'milestone_status'>): boolean {
  return milestone_status === 'awaiting_payment'
}
