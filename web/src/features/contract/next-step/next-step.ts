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
