import type { QueryClient } from '@tanstack/react-query'
import { requestOnce } from '@/api/request/request-once'
import { countedPages } from '@/api/request/counted-pages'
import { after, invalidate, keys } from '@/api/keys'
import type { Insert, Row } from '@/api/tables'
import { FOR_COMPANY, type ProjectProposal } from '@/features/proposal/queries'

const PAGE_SIZE = 50

type Note = Pick<Row<'proposal_notes'>, 'note' | 'shortlisted'>

export type Compared = ProjectProposal & { noted: Note | null }

/** What can be chosen from, or was: the cheapest first, notes of the company's people beside. */
export function comparedQuery(projectId: string) {
  return countedPages(keys.proposals.compared(projectId), PAGE_SIZE, (client) =>
    client
      .from('proposals')
      .select(`${FOR_COMPANY}, noted:proposal_notes!proposal_id(note, shortlisted)`, { count: 'estimated' })
      .eq('project_id', projectId)
      .eq('offers.state', 'offered')
      .in('status', ['pending', 'waiting', 'accepted', 'expired'])
      .order('value_cents')
      .order('id'),
  )
}

/** What the company's people think of a proposal; its professional never reads it. */
export function noteProposal(queryClient: QueryClient) {
  return {
    mutationFn: (note: Insert<'proposal_notes'>) =>
      requestOnce((client) => client.from('proposal_notes').upsert(note)),
    onSuccess: () => invalidate(queryClient, after.noteChange),
  }
}
