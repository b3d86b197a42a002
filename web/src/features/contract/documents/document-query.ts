import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/request/request'
import { keys } from '@/api/keys'
import { savePdf } from '@/api/request/save-file'

/** The text that both sides accepted, with the acceptances. It never changes. */
export function contractDocumentQuery(contractId: string) {
  return queryOptions({
    queryKey: keys.contracts.document(contractId),
    queryFn: ({ signal }) =>
      request((client) =>
        client.rpc('read_contract_document', { contract_id: contractId }).abortSignal(signal),
      ),
  })
}

/** Downloads the document as PDF. */
export async function printContract(contractId: string): Promise<void> {
  savePdf(await request((client) => client.rpc('print_contract_document', { contract_id: contractId })))
}
