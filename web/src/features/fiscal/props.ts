import type { Row } from '@/api/tables'

/** What of a milestone its taxes hang on. */
export type FiscalMilestone = Pick<
  Row<'milestones'>,
  'id' | 'position' | 'status' | 'value_cents' | 'owed_due_on'
>

export type FiscalProps = {
  contractId: string
  milestone: FiscalMilestone
  side: 'company' | 'professional'
  /** Whether the person may say something about money for their side. */
  mayPay: boolean
  /** Whether the contract still runs. */
  runs: boolean
}
