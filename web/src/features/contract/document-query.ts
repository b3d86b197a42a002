import { queryOptions } from '@tanstack/react-query'
import { ask } from '@/api/ask'
import { keys } from '@/api/keys'

/** The text that both sides agreed to, and who agreed to it when. It never changes. */
export function contractDocumentQuery(contractId: string) {
  return queryOptions({
    queryKey: keys.contracts.document(contractId),
    queryFn: ({ signal }) =>
      ask((client) => client.rpc('read_contract_document', { contract_id: contractId }).abortSignal(signal)),
  })
}

/** Has the browser save the document as PDF. */
export async function savePdf(contractId: string): Promise<void> {
  const { name, content } = await ask((client) =>
    client.rpc('print_contract_document', { contract_id: contractId }),
  )
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
