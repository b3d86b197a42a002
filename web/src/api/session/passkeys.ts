import { useQuery } from '@tanstack/react-query'
import { configQuery } from '@/api/config'
import { toApiError } from '@/api/errors'

/**
 * Whether the person or the browser cancelled the ceremony. It is reported quietly, since nobody made a
 * mistake.
 */
export function wasLeft(error: unknown): boolean {
  return error !== null && toApiError(error).code === 'passkey_unused'
}

/** Whether this browser can create and use passkeys on this origin. */
export function usePasskeys(): boolean {
  const { data } = useQuery(configQuery())
  // A prerendered page has neither settings nor a window.
  if (data === undefined) return false
  return 'PublicKeyCredential' in window && data.passkeyOrigin === window.location.origin
}
