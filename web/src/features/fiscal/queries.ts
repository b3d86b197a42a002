import { queryOptions } from '@tanstack/react-query'
import { requestOnce } from '@/api/request/request-once'
import { request } from '@/api/request/request'
import { told, useDealStep } from '@/api/deal/deal-step'
import { keys } from '@/api/keys'
import type { Row } from '@/api/tables'
import { uploadPaper, type ReportProgress } from '@/api/request/upload'
import { savePdf } from '@/api/request/save-file'

export type Invoice = Pick<
  Row<'invoices'>,
  | 'id'
  | 'milestone_id'
  | 'version'
  | 'kind'
  | 'status'
  | 'expected_cents'
  | 'access_key'
  | 'number'
  | 'verification_code'
  | 'issued_on'
  | 'value_cents'
  | 'is_read'
  | 'differences'
  | 'reason'
>

export type Withholding = Pick<
  Row<'withholdings'>,
  | 'id'
  | 'milestone_id'
  | 'round'
  | 'tax'
  | 'gross_cents'
  | 'base_cents'
  | 'rate'
  | 'value_cents'
  | 'status'
  | 'answer_due_at'
  | 'reason'
  | 'settled_cents'
  | 'lawful_cents'
  | 'law'
>

export type WithheldProof = Pick<
  Row<'withholding_proofs'>,
  | 'id'
  | 'milestone_id'
  | 'tax'
  | 'value_cents'
  | 'settlement'
  | 'status'
  | 'due_at'
  | 'answer_until'
  | 'round'
  | 'decision'
  | 'acceptances_stop_on'
> & { rounds: ProofRound[] }

/** A proof that the company gave, with the professional's answer. */
export type ProofRound = Pick<
  Row<'withholding_proof_rounds'>,
  'round' | 'reference' | 'file_id' | 'given_at' | 'answered_at' | 'reason'
> & { paper: Pick<Row<'deal_files'>, 'name' | 'path'> | null }

const INVOICE =
  'id, milestone_id, version, kind, status, expected_cents, access_key, number, verification_code, issued_on, value_cents, is_read, differences, reason'
const WITHHOLDING =
  'id, milestone_id, round, tax, gross_cents, base_cents, rate, value_cents, status, answer_due_at, reason, settled_cents, lawful_cents, law'
const PROOF =
  'id, milestone_id, tax, value_cents, settlement, status, due_at, answer_until, round, decision, acceptances_stop_on, rounds:withholding_proof_rounds!withholding_proof_rounds_proof_id_fkey(round, reference, file_id, given_at, answered_at, reason, paper:deal_files!file_id(name, path))'

/** The invoices in force and the withheld taxes of a contract; both are bounded by its milestones. */
export function fiscalQuery(contractId: string) {
  return queryOptions({
    queryKey: keys.contracts.fiscal(contractId),
    queryFn: async ({ signal }) => {
      const [invoices, withholdings, receipts, proofs] = await Promise.all([
        request((client) =>
          client
            .from('invoices')
            .select(INVOICE)
            .eq('contract_id', contractId)
            .neq('status', 'replaced')
            .abortSignal(signal),
        ),
        request((client) =>
          client
            .from('withholdings')
            .select(WITHHOLDING)
            .eq('contract_id', contractId)
            .in('status', ['proposed', 'agreed', 'contested'])
            .order('round')
            .order('tax')
            .abortSignal(signal),
        ),
        request((client) =>
          client
            .from('fee_receipts')
            .select('milestone_id, number')
            .eq('contract_id', contractId)
            .abortSignal(signal),
        ),
        request((client) =>
          client
            .from('withholding_proofs')
            .select(PROOF)
            .eq('contract_id', contractId)
            .order('tax')
            .order('round', { referencedTable: 'rounds' })
            .abortSignal(signal),
        ),
      ])
      return { invoices, withholdings, receipts, proofs }
    },
  })
}

/** The lines of a milestone's last round. */
export function linesOf(all: readonly Withholding[], milestoneId: string): Withholding[] {
  const own = all.filter(({ milestone_id }) => milestone_id === milestoneId)
  const last = Math.max(...own.map(({ round }) => round))
  return own.filter(({ round }) => round === last)
}

/** The facts on which a tax depends and which only the company knows. */
type Grounds = { labour: boolean; iss_item?: string }

type Line = { tax: string; base: string; rate: string; value?: string }
export type SentInvoice = {
  milestone_id: string
  kind?: 'nfse' | 'rpa'
  file_id?: string
  access_key?: string
  number?: string
  verification_code?: string
  issued_on?: string
  value?: string
  provider_document?: string
  taker_document?: string
}

const STEPS = {
  send: (about: SentInvoice) => requestOnce((client) => client.rpc('send_invoice', about)),
  answerInvoice: (about: { invoice_id: string; accept: boolean; reason?: string }) =>
    requestOnce((client) => client.rpc('answer_invoice', about)),
  record: (about: Grounds & { milestone_id: string; lines: Line[] }) =>
    requestOnce((client) => client.rpc('record_withholdings', about)),
  answerLines: (about: { milestone_id: string; round: number; accept: boolean; reason?: string }) =>
    requestOnce((client) => client.rpc('answer_withholdings', about)),
  prove: (about: { proof_id: string; reference: string; file_id: string }) =>
    requestOnce((client) => client.rpc('prove_withheld', about)),
  acceptProof: (about: { proof_id: string; round: number }) =>
    requestOnce((client) => client.rpc('accept_withheld_proof', about)),
  contestProof: (about: { proof_id: string; round: number; reason: string }) =>
    requestOnce((client) => client.rpc('contest_withheld_proof', about)),
  confirmPaid: (about: { proof_id: string }) =>
    requestOnce((client) => client.rpc('confirm_withheld', about)),
} as const

export const useSendInvoice = () => useDealStep(STEPS.send, told('Nota fiscal enviada'))
export const useAnswerInvoice = () => useDealStep(STEPS.answerInvoice, told('Nota fiscal respondida'))
export const useRecordLines = () => useDealStep(STEPS.record, told('Retenções registradas'))
export const useAnswerLines = () => useDealStep(STEPS.answerLines, told('Retenções respondidas'))
export const useProveWithheld = () => useDealStep(STEPS.prove, told('Comprovante enviado'))
export const useAcceptProof = () => useDealStep(STEPS.acceptProof, told('Comprovante aceito'))
export const useContestProof = () => useDealStep(STEPS.contestProof, told('Comprovante contestado'))
export const useConfirmWithheld = () => useDealStep(STEPS.confirmPaid, told('Recebimento confirmado'))

/** The taxes that the law makes the company withhold from a milestone, as suggestions. */
export function suggestLines(about: Grounds & { milestone_id: string; iss_rate?: string }) {
  return requestOnce((client) => client.rpc('suggest_withholdings', about))
}

/** The services for which the payer owes the ISS. */
export function itemsQuery(milestoneId: string) {
  return queryOptions({
    queryKey: keys.contracts.issItems(milestoneId),
    queryFn: async () => (await suggestLines({ milestone_id: milestoneId, labour: false })).iss_items,
    staleTime: Infinity,
  })
}

/** Attaches a file to a milestone, as its invoice or as a receipt, and returns its id. */
export async function attachPaper(
  contractId: string,
  milestoneId: string,
  purpose: 'invoice' | 'receipt',
  file: File,
  onProgress: ReportProgress,
): Promise<string> {
  const path = await uploadPaper('deals', contractId, file, onProgress)
  const made = await requestOnce((client) =>
    client.rpc('attach_file', {
      contract_id: contractId,
      milestone_id: milestoneId,
      purpose,
      path,
      name: file.name,
    }),
  )
  return made.id
}

/** Downloads the receipt of a milestone's fee. */
export async function saveFeeReceipt(milestoneId: string): Promise<void> {
  savePdf(await requestOnce((client) => client.rpc('print_fee_receipt', { milestone_id: milestoneId })))
}

/** The fields of a milestone on which its taxes depend. */
export type FiscalMilestone = Pick<
  Row<'milestones'>,
  'id' | 'position' | 'status' | 'value_cents' | 'owed_due_on'
>

export type FiscalProps = {
  contractId: string
  milestone: FiscalMilestone
  side: 'company' | 'professional'
  /** Whether the person may take steps about money for their side. */
  mayPay: boolean
  /** Whether the contract still runs. */
  runs: boolean
}
