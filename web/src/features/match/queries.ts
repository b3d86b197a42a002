import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { after, invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'
import { request } from '@/api/request/request'
import { requestOnce } from '@/api/request/request-once'
import type { Row } from '@/api/tables'
import { readMatch, type Match } from '@/features/match/facts'

const WEIGHTS_MAX = 20

export type Weight = Pick<Row<'match_weights'>, 'kind' | 'points'>

/** What each criterion counts, in order. */
export function weightsQuery() {
  return queryOptions({
    queryKey: keys.matches.weights,
    queryFn: ({ signal }) =>
      request((client) =>
        client
          .from('match_weights')
          .select('kind, points')
          .order('position')
          .limit(WEIGHTS_MAX)
          .abortSignal(signal),
      ),
  })
}

export function saveWeight(queryClient: QueryClient) {
  return {
    mutationFn: ({ kind, points }: Weight) =>
      requestOnce((client) => client.from('match_weights').update({ points }).eq('kind', kind)),
    onSuccess: () => void invalidate(queryClient, after.matchWeights),
  }
}

export type MatchedProfessional = Match & {
  professional: Pick<
    Row<'profiles'>,
    'id' | 'name' | 'title' | 'headline' | 'location' | 'avatar_url' | 'avatar_seed' | 'rating'
  >
}

/** The professionals who match one of the company's projects best, the best first. */
export function matchedProfessionalsQuery(projectId: string, count: number) {
  return queryOptions({
    queryKey: keys.matches.professionals(projectId, count),
    queryFn: async ({ signal }): Promise<MatchedProfessional[]> => {
      const rows = await request((client) =>
        client.rpc('match_professionals', { project_id: projectId, limit: count }).abortSignal(signal),
      )
      if (rows.length === 0) return []
      const people = await request((client) =>
        client
          .from('professionals')
          .select('id, name, title, headline, location, avatar_url, avatar_seed, rating')
          .in(
            'id',
            rows.map(({ id }) => id),
          )
          .limit(count)
          .abortSignal(signal),
      )
      const known = new Map(people.map((one) => [one.id, one]))
      return rows.flatMap((row) => {
        const professional = known.get(row.id)
        return professional === undefined ? [] : [{ ...readMatch(row), professional }]
      })
    },
  })
}

export type MatchedProject = Match & {
  project: Pick<
    Row<'projects'>,
    'id' | 'number' | 'title' | 'budget' | 'deadline' | 'city' | 'state' | 'work_mode'
  > & { company: { name: string } | null }
}

/** The open projects that match a professional best, the best first. */
export function matchedProjectsQuery(partyId: string, count: number) {
  return queryOptions({
    queryKey: keys.matches.projects(partyId, count),
    queryFn: async ({ signal }): Promise<MatchedProject[]> => {
      const rows = await request((client) =>
        client.rpc('match_projects', { limit: count, professional_id: partyId }).abortSignal(signal),
      )
      if (rows.length === 0) return []
      const projects = await request((client) =>
        client
          .from('projects')
          .select(
            'id, number, title, budget, deadline, city, state, work_mode, company:profiles!company_id(name)',
          )
          .in(
            'id',
            rows.map(({ id }) => id),
          )
          .limit(count)
          .abortSignal(signal),
      )
      const known = new Map(projects.map((one) => [one.id, one]))
      return rows.flatMap((row) => {
        const project = known.get(row.id)
        return project === undefined ? [] : [{ ...readMatch(row), project }]
      })
    },
  })
}

/** How an open project matches a professional; null when it is not open. */
export function matchQuery(projectId: string, partyId: string) {
  return queryOptions({
    queryKey: keys.matches.one(projectId, partyId),
    queryFn: async ({ signal }): Promise<Match | null> => {
      const [row] = await request((client) =>
        client.rpc('match_project', { project_id: projectId, professional_id: partyId }).abortSignal(signal),
      )
      return row === undefined ? null : readMatch(row)
    },
  })
}
