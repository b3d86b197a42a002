import { useQuery } from '@tanstack/react-query'
import { configQuery } from '@/api/config'
import { toApiError } from '@/api/errors'

/** Whether the person turned away from the ceremony, or the browser did: said quietly, as nobody's mistake. */
export function wasLeft(error: unknown): boolean {
  return error !== null && toApiError(error).code === 'passkey_unused'
}

/** Whether this browser, at this address, can make and use passkeys. */
export function usePasskeys(): boolean {
  const { data } = useQuery(configQuery())
  // What the build draws has no settings, and no window either.
  if (data === undefined) return false
  return 'PublicKeyCredential' in window && data.passkeyOrigin === window.location.origin
}
