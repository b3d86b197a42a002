import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { requestOnce } from '@/api/request/request-once'
import { request } from '@/api/request/request'
import { after, invalidate, keys } from '@/api/keys'
import type { CompletionValues } from '@/features/account/schema'

/** What was said of oneself when the account was opened, while the rest is missing. */
export function registrationQuery(userId: string) {
  return queryOptions({
    queryKey: keys.registration(userId),
    queryFn: ({ signal }) =>
      request((data) =>
        data
          .from('registrations')
          .select('name, role, skills')
          .eq('user_id', userId)
          .abortSignal(signal)
          .maybeSingle(),
      ),
  })
}

/** Makes a member of who has an account without a document and without accepting the terms. */
export function completeRegistration(queryClient: QueryClient, userId: string) {
  return {
    mutationFn: ({ skills, ...stated }: CompletionValues) =>
      requestOnce((data) =>
        data.rpc('complete_registration', {
          ...stated,
          ...(stated.role === 'professional' && { skills }),
        }),
      ),
    onSuccess: () => invalidate(queryClient, after.registration(userId)),
  }
}
