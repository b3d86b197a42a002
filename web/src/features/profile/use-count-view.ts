import { useEffect } from 'react'
import { request } from '@/api/request/request'

/** Tells the server that a profile is being looked at; it counts a visitor once a day, never the owner. */
export function useCountView(profileId: string | undefined): void {
  useEffect(() => {
    if (profileId === undefined) return
    // A missed count is no reason to bother anybody.
    request((client) => client.rpc('view_profile', { profile_id: profileId })).catch(() => undefined)
  }, [profileId])
}
