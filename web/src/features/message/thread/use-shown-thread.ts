import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { placeQuery, threadQuery } from '@/features/message/queries'

/** A conversation at its end, or around the message that somebody was led to where that is far from it. */
export function useShownThread(thread: string, sought: string | undefined) {
  const live = useInfiniteQuery(threadQuery(thread))
  const isNear = live.data?.pages.some((page) => page.some(({ id }) => id === sought)) ?? false
  const isFar = sought !== undefined && live.isSuccess && !isNear
  const place = useQuery({ ...placeQuery(thread, sought ?? ''), enabled: isFar })
  const at = isFar ? (place.data ?? undefined) : undefined
  const around = useInfiniteQuery({ ...threadQuery(thread, at), enabled: at !== undefined })
  const isLooking = isFar && place.isPending
  return {
    query: at === undefined ? live : around,
    livePages: live.data?.pages ?? [],
    isLive: at === undefined,
    isLooking,
  }
}
