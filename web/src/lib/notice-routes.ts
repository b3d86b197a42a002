import routes from '@/lib/notice-routes.json'
import { paths } from '@/lib/paths'

/** What a notice is about. The server checks its own kinds against the same file. */
export type NoticeSubject = { subject_kind: string; subject_id: string | null }

const ROUTES: Readonly<Record<string, string>> = routes

/** Where one reads more about what a notice tells; a kind this version does not know leads to the dashboard. */
export function noticePath({ subject_kind, subject_id }: NoticeSubject): string {
  const route = ROUTES[subject_kind] ?? paths.dashboard()
  if (!route.includes('{id}')) return route
  return subject_id === null ? paths.dashboard() : route.replace('{id}', encodeURIComponent(subject_id))
}
