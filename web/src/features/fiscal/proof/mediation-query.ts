import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { requestOnce } from '@/api/request/request-once'
import { countedPages, totalOf } from '@/api/request/counted-pages'
import { after, invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'
import type { Row } from '@/api/tables'
import type { ProofRound } from '@/features/fiscal/queries'

const PAGE_SIZE = 25

const SIDES =
  'company:profiles!company_id(name), professional:profiles!professional_id(name), project:projects!project_id(title)'
const ROUNDS =
  'rounds:withholding_proof_rounds!withholding_proof_rounds_proof_id_fkey(round, reference, file_id, given_at, answered_at, reason, paper:deal_files!file_id(name, path))'

/** Contested proofs of withheld taxes that wait for an administrator, the oldest first. */
export function mediatedProofsQuery() {
  return countedPages(keys.admin.withheldProofs, PAGE_SIZE, (client) =>
    client
      .from('withholding_proofs')
      .select(
        `id, tax, value_cents, settlement, created_at, milestone:milestones!milestone_id(position, title), contract:contracts!contract_id(number, ${SIDES}), ${ROUNDS}`,
        { count: 'estimated' },
      )
      .eq('status', 'mediation')
      .order('created_at')
      .order('id')
      .order('round', { referencedTable: 'rounds' }),
  )
}

export type MediatedProof = Pick<
  Row<'withholding_proofs'>,
  'id' | 'tax' | 'value_cents' | 'settlement' | 'created_at'
> & {
  milestone: { position: number; title: string } | null
  contract: {
    number: number
    company: { name: string } | null
    professional: { name: string } | null
    project: { title: string } | null
  } | null
  rounds: ProofRound[]
}

export type ProofDecision = { proof_id: string; outcome: 'proved' | 'unproved'; reason: string }

export function decideProof(queryClient: QueryClient) {
  return {
    mutationFn: (decision: ProofDecision) => requestOnce((client) => client.rpc('decide_withheld', decision)),
    onSettled: () => invalidate(queryClient, after.withheldDecision),
  }
}

/** The number of proofs that wait for a decision, and whether it is loading for the first time. */
export function useMediationCount() {
  const { data, isLoading } = useInfiniteQuery(mediatedProofsQuery())
  return { count: data && totalOf(data), isLoading }
}
