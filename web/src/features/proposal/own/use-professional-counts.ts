import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { professionalCountsQuery } from '@/features/proposal/own/own-queries'

/** Starts to load a professional's counts before they are shown. */
export function usePrefetchProfessionalCounts(professionalId: string): void {
  usePrefetchQuery(professionalCountsQuery(professionalId))
}

/** How many proposals a professional sent and how many projects their portfolio has. */
export function useProfessionalCounts(professionalId: string) {
  return useQuery(professionalCountsQuery(professionalId)).data
}
