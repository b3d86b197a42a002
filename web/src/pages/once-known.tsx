import { useInfiniteQuery, usePrefetchQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { activityQuery } from '@/features/activity/queries'
import { runningContractsQuery } from '@/features/contract/queries'
import { onboardingQuery } from '@/features/onboarding/queries'
import { todosQuery } from '@/features/todo/queries'
import { useOnceKnown } from '@/lib/timing/use-once-known'
import { Loading, SkeletonList } from '@/ui/skeleton'

/**
 * Draws a dashboard once what stands first on it is known, as far as it can be: nothing moves under the
 * hand of who reads it. What its other parts ask for is asked meanwhile, here and by the page.
 */
export function OnceKnown({ partyId, children }: { partyId: string; children: ReactNode }) {
  usePrefetchQuery(activityQuery(partyId))
  const todos = useQuery(todosQuery(partyId))
  const steps = useQuery(onboardingQuery(partyId))
  const running = useInfiniteQuery(runningContractsQuery(partyId))
  const isKnown = useOnceKnown(!todos.isLoading && !steps.isLoading && !running.isLoading)
  if (isKnown) return children
  return (
    <Loading label="Carregando o seu painel…">
      <SkeletonList lines={8} />
    </Loading>
  )
}
