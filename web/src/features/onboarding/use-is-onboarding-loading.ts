import { useQuery } from '@tanstack/react-query'
import { onboardingQuery } from '@/features/onboarding/queries'

/** Whether the first load of a party's onboarding steps has neither succeeded nor failed yet. */
export function useIsOnboardingLoading(partyId: string): boolean {
  return useQuery(onboardingQuery(partyId)).isLoading
}
