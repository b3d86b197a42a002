import { queryOptions, type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { requestOnce } from '@/api/request/request-once'
import { request } from '@/api/request/request'
import { countedPages, totalOf } from '@/api/request/counted-pages'
import { after, invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'
import type { Row } from '@/api/tables'

const PAGE_SIZE = 25

const SIDE = 'id, name, removed_at'

/** A contract by its public number, with its sides; null if there is none. */
export function contractByNumberQuery(number: number) {
  return queryOptions({
    queryKey: keys.admin.contract(number),
    queryFn: async ({ signal }) => {
      const [found] = await request((client) =>
        client
          .from('contracts')
          .select(
            `id, number, created_at, project:projects!project_id(title), company:profiles!company_id(${SIDE}), professional:profiles!professional_id(${SIDE})`,
          )
          .eq('number', number)
          .limit(1)
          .abortSignal(signal),
      )
      return found ?? null
    },
  })
}

export type SealedContract = {
  id: string
  number: number
  created_at: string
  project: { title: string } | null
  company: { id: string; name: string; removed_at: string | null } | null
  professional: { id: string; name: string; removed_at: string | null } | null
}

/** Unsealed data is shown once and stored in no cache. */
export function readSealedParty(queryClient: QueryClient) {
  return {
    gcTime: 0,
    mutationFn: (asked: { contract_id: string; reason: string }) =>
      request((client) => client.rpc('read_sealed_party', asked)),
    onSuccess: () => void invalidate(queryClient, after.unsealing),
  }
}

export function liftBar(queryClient: QueryClient) {
  return {
    gcTime: 0,
    mutationFn: (value: string) => request((client) => client.rpc('lift_bar', { value })),
    onSuccess: () => void invalidate(queryClient, after.unsealing),
  }
}

const HOLDER = 'email, profile:profiles!profile_id!inner(id, name, role, status)'

/** Documents that two accounts gave before they had to be unique. */
export function documentConflictsQuery() {
  return countedPages(keys.admin.documentConflicts, PAGE_SIZE, (client) =>
    client
      .from('document_conflicts')
      .select(
        `document, created_at, profile_id, first:accounts!document_conflicts_first_profile_id_fkey(${HOLDER}), later:accounts!document_conflicts_profile_id_fkey(${HOLDER})`,
        { count: 'estimated' },
      )
      .order('created_at', { ascending: false })
      .order('profile_id', { ascending: false }),
  )
}

export type OwnerRemoval = Pick<
  Row<'owner_removals'>,
  'id' | 'role' | 'status' | 'objection' | 'created_at' | 'takes_effect_at'
> & {
  organisation: { legal_name: string } | null
  person: { id: string; name: string } | null
  proposer: { id: string; name: string } | null
}

/** Notices that an owner must leave an organisation, oldest first. */
export function ownerRemovalsQuery() {
  return countedPages(keys.admin.ownerRemovals, PAGE_SIZE, (client) =>
    client
      .from('owner_removals')
      .select(
        'id, role, status, objection, created_at, takes_effect_at, organisation:organisations!owner_removals_organisation_id_fkey(legal_name), person:profiles!owner_removals_person_id_fkey(id, name), proposer:profiles!owner_removals_proposed_by_fkey(id, name)',
        { count: 'estimated' },
      )
      .is('closed_at', null)
      .order('created_at')
      .order('id'),
  )
}

type OwnerDecision = { removal_id: string; allow: boolean; reason: string }

export function decideOwnerRemoval(queryClient: QueryClient) {
  return {
    mutationFn: (decision: OwnerDecision) =>
      requestOnce((client) => client.rpc('decide_owner_removal', decision)),
    onSettled: () => invalidate(queryClient, after.ownerRemovalDecision),
  }
}

const CORRECTED = 'id, party_id, kind, old_document, new_document, reason, created_at'

/** Corrections of a CPF or CNPJ that wait for an administrator, the oldest first. */
export function correctionsQuery() {
  return countedPages(keys.admin.corrections, PAGE_SIZE, (client) =>
    client
      .from('corrections')
      .select(
        `${CORRECTED}, party:profiles!corrections_party_id_fkey(id, name, role, status), asker:profiles!corrections_asked_by_fkey(id, name)`,
        { count: 'estimated' },
      )
      .eq('status', 'waiting')
      .order('created_at')
      .order('id'),
  )
}

export type CorrectionDecision = { correction_id: string; status: 'approved' | 'refused'; reason?: string }

export function decideCorrection(queryClient: QueryClient) {
  return {
    mutationFn: (decision: CorrectionDecision) =>
      requestOnce((client) => client.rpc('decide_correction', decision)),
    onSettled: () => invalidate(queryClient, after.correctionDecision),
  }
}

/** The number of corrections that wait for a decision, and whether it is loading for the first time. */
export function useCorrectionCount() {
  const { data, isLoading } = useInfiniteQuery(correctionsQuery())
  return { count: data && totalOf(data), isLoading }
}
