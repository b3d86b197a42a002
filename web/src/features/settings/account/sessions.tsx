import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { errorSentence } from '@/api/errors'
import { endOtherSessions, endSession, sessionsQuery } from '@/features/settings/queries'
import { describeDevice, isHandheld } from '@/lib/device/device'
import { formatDate, formatDistance } from '@/lib/format'
import { AlertDialog } from '@/ui/alert-dialog'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'
import { toast } from '@/lib/toast'

type Session = {
  user_agent: string
  ip: string
  created_at: string
  refreshed_at: string
  is_current: boolean
}

/** Where the member is signed in, and the way to end it. */
export function Sessions() {
  const query = useQuery(sessionsQuery())
  const queryClient = useQueryClient()
  const end = useMutation(endSession(queryClient))
  const endOthers = useMutation(endOtherSessions(queryClient))
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading label="Carregando sessões…">
        <Skeleton className="h-24 max-w-2xl" />
      </Loading>
    )
  }
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <Card>
        <ul aria-label="Sessões ativas" className="divide-y divide-line">
          {thisDeviceFirst(query.data).map((session) => (
            <SessionLine
              key={session.id}
              session={session}
              onEnd={() =>
                end.mutate(session.id, {
                  onSuccess: () => toast({ title: 'Sessão encerrada' }),
                  onError: refused,
                })
              }
            />
          ))}
        </ul>
      </Card>
      {query.data.length > 1 && (
        <div>
          <Button
            loading={endOthers.isPending}
            onClick={() =>
              endOthers.mutate(undefined, {
                onSuccess: () => toast({ title: 'As outras sessões foram encerradas' }),
                onError: refused,
              })
            }
          >
            Encerrar todas as outras
          </Button>
        </div>
      )}
    </div>
  )
}

function thisDeviceFirst<T extends Session>(sessions: readonly T[]): T[] {
  return [...sessions.filter((one) => one.is_current), ...sessions.filter((one) => !one.is_current)]
}

function refused(error: unknown) {
  toast({ variant: 'destructive', title: 'Sessão não encerrada', description: errorSentence(error) })
}

type SessionLineProps = { session: Session; onEnd: () => void }

function SessionLine({ session, onEnd }: SessionLineProps) {
  const Device = isHandheld(session.user_agent) ? Smartphone : Monitor
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-5 py-4">
      <div className="flex min-w-0 items-start gap-3">
        <Device className="mt-0.5 size-5 shrink-0 text-muted" aria-hidden />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
            {describeDevice(session.user_agent)}
            {session.is_current && <Badge tone="success">Este dispositivo</Badge>}
          </p>
          <p className="text-sm text-muted">
            {session.is_current ? 'em uso agora' : `último uso ${formatDistance(session.refreshed_at)}`} ·
            entrou em {formatDate(session.created_at)} · IP{' '}
            <span className="figures break-all">{session.ip}</span>
          </p>
        </div>
      </div>
      {!session.is_current && (
        <AlertDialog
          trigger={<Button size="sm">Encerrar</Button>}
          title="Encerrar esta sessão?"
          description={`${describeDevice(session.user_agent)} sai da conta agora.`}
          confirmLabel="Encerrar"
          destructive
          onConfirm={onEnd}
        />
      )}
    </li>
  )
}
