import type { Milestone, Payment } from '@/features/contract/queries'
import type { ContractSide } from '@/features/contract/side'

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

/** One thing that a contract waits for, and whose it is. */
export type Next = {
  kind: NextKind
  side: ContractSide
  milestone?: Milestone
  payment?: Payment
  /** When something happens by itself, or should have happened. */
  at: string | null
  /** What it is called, where there may be several. */
  what?: string
  /** Where it is answered, when not with a button. */
  to?: string
}
