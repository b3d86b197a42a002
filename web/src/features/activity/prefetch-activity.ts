import { usePrefetchQuery } from '@tanstack/react-query'
import { activityQuery } from '@/features/activity/queries'

/** Starts to load a party's activity before its charts are shown. */
export function usePrefetchActivity(partyId: string): void {
  usePrefetchQuery(activityQuery(partyId))
}
