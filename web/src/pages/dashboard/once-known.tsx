import type { ReactNode } from 'react'
import { usePrefetchActivity } from '@/features/activity/queries'
import { useAreContractsLoading } from '@/features/contract/queries'
import { useIsOnboardingLoading } from '@/features/onboarding/queries'
import { useAreTodosLoading } from '@/features/todo/queries'
import { useOnceKnown } from '@/lib/timing'
import { Loading, SkeletonList } from '@/ui/skeleton'

/**
 * Shows a dashboard once its first sections have loaded or failed, so that nothing moves while the
 * person reads. The queries of its other sections start at the same time, here and in the page.
 */
export function OnceKnown({ partyId, children }: { partyId: string; children: ReactNode }) {
  usePrefetchActivity(partyId)
  const areTodosLoading = useAreTodosLoading(partyId)
  const isOnboardingLoading = useIsOnboardingLoading(partyId)
  const areContractsLoading = useAreContractsLoading(partyId)
  const isKnown = useOnceKnown(!areTodosLoading && !isOnboardingLoading && !areContractsLoading)
  if (isKnown) return children
  return (
    <Loading label="Carregando o seu painel…">
      <SkeletonList lines={8} />
    </Loading>
  )
}
