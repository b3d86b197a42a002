import { keyOf } from '@/lib/keys-of'
import { NOTICES, ROUTES } from '@/lib/routes'

/** What a notification is about. */
type NoticeSubject = { subject_kind: string; subject_id: string | null }

const KEY = /:\w+/

/** The page of a notification; a kind that this version does not know leads to the dashboard. */
export function noticePath({ subject_kind, subject_id }: NoticeSubject): string {
  const kind = keyOf(NOTICES, subject_kind)
  const route = kind === undefined ? ROUTES.dashboard : NOTICES[kind]
  if (!KEY.test(route)) return route
  return subject_id === null ? ROUTES.dashboard : route.replace(KEY, encodeURIComponent(subject_id))
}
