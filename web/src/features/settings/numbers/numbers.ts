import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { requestOnce } from '@/api/request/request-once'
import { request } from '@/api/request/request'
import { after, invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'
import type { Row } from '@/api/tables'
import { bareDocument, type DocumentKind } from '@/lib/text/documents'

export type Correction = Pick<
  Row<'corrections'>,
  'id' | 'party_id' | 'kind' | 'new_document' | 'status' | 'answer' | 'created_at' | 'decided_at'
>

/** What each kind is called. */
export const NUMBER_NAMES = { cpf: 'CPF', cnpj: 'CNPJ' } as const

/** A registered number, and the last correction of it that was asked for. */
export type RegisteredNumber = {
  partyId: string
  kind: DocumentKind
  /** Of which firm, where it is not the person's own. */
  firm: string | undefined
  document: string | null
  /** Whether an account to be paid into goes by it. */
  isPaidUnder: boolean
  correction: Correction | undefined
}

const CORRECTION = 'id, party_id, kind, new_document, status, answer, created_at, decided_at'
const CORRECTIONS_READ_MAX = 50

type Owner = { id: string; role: string }

/** The numbers that a person may have corrected: a professional's own CPF, and the CNPJs that they manage. */
export function numbersQuery(owner: Owner, firmIds: readonly string[]) {
  return queryOptions({
    queryKey: keys.settings.numbers.of(owner.id, firmIds),
    queryFn: async ({ signal }): Promise<RegisteredNumber[]> => {
      const [account, firms, corrections] = await Promise.all([
        request((client) =>
          client.from('accounts').select('document').eq('profile_id', owner.id).abortSignal(signal).single(),
        ),
        request((client) =>
          client
            .from('organisations')
            .select('id, role, legal_name, document')
            .in('id', firmIds)
            .order('legal_name')
            .abortSignal(signal),
        ),
        request((client) =>
          client
            .from('corrections')
            .select(CORRECTION)
            .in('party_id', [owner.id, ...firmIds])
            .order('created_at', { ascending: false })
            .limit(CORRECTIONS_READ_MAX)
            .abortSignal(signal),
        ),
      ])
      const lastOf = (partyId: string, kind: DocumentKind) =>
        corrections.find((one) => one.party_id === partyId && one.kind === kind)
      const own = {
        partyId: owner.id,
        kind: 'cpf' as const,
        firm: undefined,
        document: account.document,
        isPaidUnder: !firmIds.includes(owner.id),
        correction: lastOf(owner.id, 'cpf'),
      }
      return [
        ...(owner.role === 'professional' && account.document !== null ? [own] : []),
        ...firms.map((firm) => ({
          partyId: firm.id,
          kind: 'cnpj' as const,
          firm: firm.legal_name,
          document: firm.document,
          isPaidUnder: firm.role === 'professional',
          correction: lastOf(firm.id, 'cnpj'),
        })),
      ]
    },
  })
}

/** All but the last four characters are hidden. */
export function masked(document: string): string {
  return document.slice(0, -4).replace(/./g, '•') + document.slice(-4)
}

type Wanted = { party_id: string; kind: DocumentKind; document: string; reason: string }

export function requestCorrection(queryClient: QueryClient) {
  return {
    mutationFn: ({ document, reason, ...of }: Wanted) =>
      requestOnce((client) =>
        client.rpc('request_correction', { ...of, document: bareDocument(document), reason: reason.trim() }),
      ),
    onSuccess: () => invalidate(queryClient, after.correctionStep),
  }
}

export function withdrawCorrection(queryClient: QueryClient) {
  return {
    mutationFn: (id: string) =>
      requestOnce((client) => client.rpc('withdraw_correction', { correction_id: id })),
    onSettled: () => invalidate(queryClient, after.correctionStep),
  }
}
