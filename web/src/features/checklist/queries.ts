import { queryOptions } from '@tanstack/react-query'
import { requestOnce } from '@/api/request/request-once'
import { request } from '@/api/request/request'
import { useDealStep } from '@/api/deal/deal-step'
import { keys } from '@/api/keys'
import type { Row } from '@/api/tables'
import { uploadPaper } from '@/api/request/upload'
import { savePdf } from '@/api/request/save-file'

export type Item = Pick<
  Row<'checklist_items'>,
  | 'id'
  | 'position'
  | 'title'
  | 'expected'
  | 'blocking'
  | 'result'
  | 'note'
  | 'recorded_side'
  | 'recorded_name'
  | 'recorded_at'
  | 'witness_due_at'
  | 'witnessed_as'
  | 'witnessed_name'
  | 'witnessed_at'
> & { files: Pick<Row<'deal_files'>, 'id' | 'name' | 'sha256'>[] }

export type Checklist = Pick<
  Row<'checklists'>,
  | 'id'
  | 'milestone_id'
  | 'kind'
  | 'version'
  | 'status'
  | 'holds_clock'
  | 'agreed_by_company'
  | 'agreed_by_professional'
  | 'company_signed_at'
  | 'professional_signed_at'
  | 'executed_at'
> & { items: Item[] }

const COLUMNS =
  'id, milestone_id, kind, version, status, holds_clock, agreed_by_company, agreed_by_professional, company_signed_at, professional_signed_at, executed_at, items:checklist_items!checklist_id(id, position, title, expected, blocking, result, note, recorded_side, recorded_name, recorded_at, witness_due_at, witnessed_as, witnessed_name, witnessed_at, files:deal_files!checklist_item_id(id, name, sha256))'

/** The acceptance checklists of a contract's milestones; a milestone has one of each kind. */
export function checklistsQuery(contractId: string) {
  return queryOptions({
    queryKey: keys.contracts.checklists(contractId),
    queryFn: ({ signal }): Promise<Checklist[]> =>
      request((client) =>
        client
          .from('checklists')
          .select(COLUMNS)
          .eq('contract_id', contractId)
          .order('created_at')
          .abortSignal(signal),
      ),
  })
}

/** A checklist with the signatures of its current version and its SHA-256. */
export function checklistDocumentQuery(checklistId: string) {
  return queryOptions({
    queryKey: keys.contracts.checklist(checklistId),
    queryFn: ({ signal }) =>
      request((client) =>
        client.rpc('read_checklist_document', { checklist_id: checklistId }).abortSignal(signal),
      ),
  })
}

/** Downloads a checklist as PDF. */
export async function printChecklist(checklistId: string): Promise<void> {
  savePdf(await request((client) => client.rpc('print_checklist_document', { checklist_id: checklistId })))
}

type NewItem = { title: string; expected?: string; blocking: boolean }
type Version = { checklist_id: string; version: number }
type Started = { milestone_id: string; kind: string; template: string; holds_clock: boolean }
type Photo = { contract_id: string; checklist_item_id: string; file: File }

const STEPS = {
  start: (about: Started) => requestOnce((client) => client.rpc('start_checklist', about)),
  revise: (about: Version & { items: NewItem[] }) =>
    requestOnce((client) => client.rpc('revise_checklist', about)),
  agree: (about: Version) => requestOnce((client) => client.rpc('agree_checklist', about)),
  record: (about: { item_id: string; result: Item['result']; note?: string }) =>
    requestOnce((client) => client.rpc('record_result', about)),
  witness: (about: Version & { item_ids?: string[] }) =>
    requestOnce((client) => client.rpc('witness_results', about)),
  sign: (about: Version) => requestOnce((client) => client.rpc('sign_checklist', about)),
  photo: async ({ contract_id, checklist_item_id, file }: Photo) => {
    const path = await uploadPaper('deals', contract_id, file, () => undefined)
    return requestOnce((client) =>
      client.rpc('attach_file', { contract_id, checklist_item_id, purpose: 'checklist', path }),
    )
  },
} as const

export const useStart = () => useDealStep(STEPS.start, { title: 'Lista proposta' })
export const useRevise = () => useDealStep(STEPS.revise, { title: 'Lista revisada' })
export const useAgree = () => useDealStep(STEPS.agree, { title: 'Lista combinada' })
export const useRecord = () => useDealStep(STEPS.record, { title: 'Resultado registrado' })
export const useWitness = () => useDealStep(STEPS.witness, { title: 'Resultado testemunhado' })
export const useSign = () => useDealStep(STEPS.sign, { title: 'Lista assinada' })
export const usePhoto = () => useDealStep(STEPS.photo, { title: 'Foto anexada' })
