import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/request/request'
import { keys } from '@/api/keys'
import type { Message } from '@/features/message/queries'
import { noticePath } from '@/lib/navigation/notice-routes'
import { paths } from '@/lib/paths'
import { tagOf } from '@/ui/tag'

type Way = { to: string; label: string }

/** What a line of the product is about, by the name that people know it by; null for what may no longer be seen. */
export function subjectQuery({ subject_kind, subject_id }: Pick<Message, 'subject_kind' | 'subject_id'>) {
  const isContract = subject_kind === 'contract'
  return queryOptions({
    queryKey: keys.messageSubject(subject_id ?? ''),
    queryFn: ({ signal }) =>
      isContract ? contractOf(subject_id ?? '', signal) : titleOf(subject_id ?? '', signal),
    enabled: subject_id !== null && (isContract || subject_kind === 'project'),
    staleTime: Infinity, // What a line was about stays what it was about.
  })
}

async function contractOf(id: string, signal: AbortSignal): Promise<string | null> {
  const found = await request((data) =>
    data.from('contracts').select('number').eq('id', id).abortSignal(signal).maybeSingle(),
  )
  return found && `Contrato ${tagOf('CTR', found.number)}`
}

async function titleOf(id: string, signal: AbortSignal): Promise<string | null> {
  const found = await request((data) =>
    data.from('projects').select('title').eq('id', id).abortSignal(signal).maybeSingle(),
  )
  return found?.title ?? null
}

/** A project's proposals are its company's, who receives the line; whoever proposed reads the project. */
export function wayOf(
  { subject_kind, subject_id }: Message,
  isOwn: boolean,
  name: string | null | undefined,
): Way | undefined {
  if (subject_kind === null || subject_id === null) return undefined
  const there = noticePath({ subject_kind, subject_id })
  if (subject_kind === 'contract') return { to: there, label: name ?? 'Abrir contrato' }
  if (isOwn) return { to: paths.project(subject_id, name ?? undefined), label: name ?? 'Abrir projeto' }
  return { to: there, label: name ? `Ver proposta: ${name}` : 'Ver proposta' }
}
