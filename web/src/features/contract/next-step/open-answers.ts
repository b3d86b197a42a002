import { isBinding } from '@/api/deal/states'
import { isOver, isOwed } from '@/features/contract/milestones/milestone-text'
import type { Contract, Milestone, Payment } from '@/features/contract/queries'
import type { ContractSide } from '@/features/contract/side'
import { fiscalAnchor, paths, SECTIONS } from '@/lib/paths'

export type NextKind =
  | 'answer'
  | 'dispute'
  | 'decision'
  | 'split'
  | 'confirm'
  | 'approve'
  | 'fill'
  | 'pay'
  | 'fund'
  | 'deposit'
  | 'withholding'
  | 'prove_withheld'
  | 'resend_withheld'
  | 'check_withheld'
  | 'pay_withheld'
  | 'confirm_withheld'
  | 'amendment'
  | 'witness'
  | 'list'
  | 'sign'
  | 'check_invoice'
  | 'resend_invoice'
  | 'invoice'
  | 'adjust'
  | 'start'
  | 'deliver'

/** One step that a contract waits for, and its side. */
export type Next = {
  kind: NextKind
  side: ContractSide
  milestone?: Milestone
  payment?: Payment
  /** When something happens automatically, or was due. */
  at: string | null
  /** Its name, where there may be several. */
  what?: string
  /** The address where it is answered, unless a button does it. */
  to?: string
}

const SIDES = ['company', 'professional'] as const
const LISTS = { taf: 'TAF', tac: 'TAC', entrega: 'de entrega' } as const

function otherThan(side: ContractSide): ContractSide {
  return side === 'company' ? 'professional' : 'company'
}

/** The earliest of some moments. */
function first(moments: readonly string[]): string | null {
  return moments.toSorted()[0] ?? null
}

/** The steps that are not about delivery or money of a milestone. */
export function openAnswers(contract: Contract): Next[] {
  const runs = isBinding(contract.status)
  return [
    ...ofDisputes(contract),
    ...ofTaxes(contract),
    ...(runs ? [...ofAmendments(contract), ...ofLists(contract)] : []),
  ]
}

function ofDisputes({ id: contractId, disputes, milestones }: Contract): Next[] {
  return disputes.flatMap((dispute): Next[] => {
    const milestone = milestones.find(({ id }) => id === dispute.milestone_id)
    const about = { ...(milestone && { milestone }), to: paths.dispute(contractId, dispute.id) }
    if (dispute.status === 'open')
      return [{ kind: 'dispute', side: otherThan(dispute.opened_by), at: dispute.answer_due_at, ...about }]
    if (dispute.status === 'decided')
      return SIDES.filter((side) => acceptedAt(dispute, side) === null).map((side) => ({
        kind: 'decision',
        side,
        at: dispute.appeal_until,
        ...about,
      }))
    const offers = dispute.entries.toSorted((one, other) => (other.offer ?? 0) - (one.offer ?? 0))
    const by = SIDES.find((side) => side === offers[0]?.side)
    return dispute.status === 'negotiating' && by !== undefined
      ? [{ kind: 'split', side: otherThan(by), at: null, ...about }]
      : []
  })
}

function acceptedAt(dispute: Contract['disputes'][number], side: ContractSide): string | null {
  return side === 'company' ? dispute.company_accepted_at : dispute.professional_accepted_at
}

const INVOICES: Partial<Record<Contract['invoices'][number]['status'], Pick<Next, 'kind' | 'side'>>> = {
  pending: { kind: 'invoice', side: 'professional' },
  refused: { kind: 'resend_invoice', side: 'professional' },
  sent: { kind: 'check_invoice', side: 'company' },
}

const PROOFS = [
  { status: 'due', kind: 'prove_withheld', side: 'company', date: 'due_at' },
  { status: 'contested', kind: 'resend_withheld', side: 'company', date: 'due_at' },
  { status: 'shown', kind: 'check_withheld', side: 'professional', date: 'answer_until' },
] as const

/** The withheld taxes of a paid milestone: to be proved and answered by their dates, or else owed. */
function ofProofs({ proofs }: Contract, milestoneId: string): Pick<Next, 'kind' | 'side' | 'at'>[] {
  const own = proofs.filter(({ milestone_id }) => milestone_id === milestoneId)
  return [
    ...PROOFS.flatMap(({ status, kind, side, date }) => {
      const at = first(
        own
          .filter((proof) => proof.status === status)
          .flatMap((proof) => proof[date] ?? [])
          .filter((moment) => Date.parse(moment) > Date.now()),
      )
      return at === null ? [] : [{ kind, side, at }]
    }),
    ...(own.some(({ status }) => status === 'owed')
      ? ([
          { kind: 'pay_withheld', side: 'company', at: null },
          { kind: 'confirm_withheld', side: 'professional', at: null },
        ] as const)
      : []),
  ]
}

/** Invoices to send or check, and taxes to accept or prove; they outlive the contract. */
function ofTaxes(contract: Contract): Next[] {
  const { invoices, withholdings, milestones } = contract
  return milestones.flatMap((milestone): Next[] => {
    const about = { milestone, to: `#${fiscalAnchor(milestone.id)}` }
    const due = first(
      withholdings
        .filter(({ milestone_id, status }) => milestone_id === milestone.id && status === 'proposed')
        .map(({ answer_due_at }) => answer_due_at),
    )
    const invoice = invoices.find(
      ({ milestone_id, status }) => milestone_id === milestone.id && INVOICES[status] !== undefined,
    )
    const asked = invoice && INVOICES[invoice.status]
    return [
      ...(due === null ? [] : [{ kind: 'withholding', side: 'professional', at: due, ...about } as const]),
      ...ofProofs(contract, milestone.id).map((next) => ({ ...next, ...about })),
      ...(asked === undefined ? [] : [{ ...asked, at: null, ...about }]),
    ]
  })
}

function ofAmendments({ amendments }: Contract): Next[] {
  return amendments
    .filter(({ status }) => status === 'proposed')
    .map(({ author, label, lapses_at }) => ({
      kind: 'amendment',
      side: otherThan(author),
      at: lapses_at,
      what: label,
      to: `#${SECTIONS.amendments}`,
    }))
}

function ofLists({ checklists, milestones }: Contract): Next[] {
  return checklists.flatMap((list): Next[] => {
    const milestone = milestones.find(({ id }) => id === list.milestone_id)
    if (milestone === undefined || isOver(milestone) || isOwed(milestone) || milestone.status === 'disputed')
      return []
    const about = { milestone, what: LISTS[list.kind], to: `#${SECTIONS.lists}` }
    if (list.status === 'proposed')
      return SIDES.filter((side) => agreedBy(list, side) === null).map((side) => ({
        kind: 'list',
        side,
        at: null,
        ...about,
      }))
    if (list.status === 'signed') return []
    const isRecorded = list.items.every(({ result }) => result !== 'pending')
    return SIDES.flatMap((side): Next[] => {
      const at = silenceOf(list, side)
      if (isRecorded && signedAt(list, side) === null) return [{ kind: 'sign', side, at, ...about }]
      return at === null ? [] : [{ kind: 'witness', side, at, ...about }]
    })
  })
}

/** The first date at which a side's silence counts as witnessing a recorded result. */
function silenceOf(list: Contract['checklists'][number], side: ContractSide): string | null {
  return first(
    list.items
      .filter(
        ({ blocking, result, witnessed_at, recorded_side }) =>
          blocking &&
          (result === 'passed' || result === 'not_applicable') &&
          witnessed_at === null &&
          recorded_side === otherThan(side),
      )
      .flatMap(({ witness_due_at }) => witness_due_at ?? []),
  )
}

function agreedBy(list: Contract['checklists'][number], side: ContractSide): string | null {
  return side === 'company' ? list.agreed_by_company : list.agreed_by_professional
}

function signedAt(list: Contract['checklists'][number], side: ContractSide): string | null {
  return side === 'company' ? list.company_signed_at : list.professional_signed_at
}
