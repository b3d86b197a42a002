import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { runningContractsQuery } from '@/features/contract/queries'
import { onboardingQuery } from '@/features/onboarding/queries'
import { turnsQuery } from '@/features/turn/queries'
import { Loading, SkeletonList } from '@/ui/skeleton'

/**
 * Shows a dashboard once what stands first on it is known, as far as it can be: nothing moves under the
 * hand of who reads it. The rest is asked for meanwhile.
 */
export function OnceKnown({ partyId, children }: { partyId: string; children: ReactNode }) {
  const turns = useQuery(turnsQuery(partyId))
  const steps = useQuery(onboardingQuery(partyId))
  const running = useInfiniteQuery(runningContractsQuery(partyId))
  const isKnown = !turns.isLoading && !steps.isLoading && !running.isLoading
  return (
    <>
      {!isKnown && (
        <Loading label="Carregando o seu painel…">
          <SkeletonList lines={8} />
        </Loading>
      )}
      <div hidden={!isKnown}>{children}</div>
    </>
  )
}
