import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { BellOff, CheckCheck } from 'lucide-react'
import { errorSentence } from '@/api/errors'
import {
  notificationsQuery,
  type Notification,
  markAllNotificationsRead,
  markNotificationRead,
} from './queries'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { LoadMore } from '@/ui/load-more'
import { Loading, Skeleton } from '@/ui/skeleton'
import { Button } from '@/ui/button'
import { Link } from 'react-router'
import { KIND_ICONS } from './text'
import { classNames } from '@/lib/class-names'
import { formatRelative } from '@/lib/format'
import { noticePath } from '@/lib/navigation/notice-routes'

type NotificationListProps = {
  profileId: string
  kind?: Notification['kind'] | ''
  /** Shows only the first page, for a popover. */
  compact?: boolean
  onFollow?: () => void
}

export function NotificationList({ profileId, kind = '', compact = false, onFollow }: NotificationListProps) {
  const query = useInfiniteQuery(notificationsQuery(profileId, kind))
  if (query.isPending) {
    return (
      <Loading label="Carregando notificações…">
        <div className="flex flex-col gap-3 p-4">
          {Array.from({ length: 4 }, (_, i) => (
            <Skeleton key={i} className="h-12" />
          ))}
        </div>
      </Loading>
    )
  }
  if (query.isError && query.data === undefined)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  const notifications = query.data.pages.flatMap((page) => page.rows)
  if (notifications.length === 0) {
    return (
      <EmptyState
        icon={BellOff}
        title="Nenhuma notificação"
        description="Mensagens, propostas e decisões aparecem aqui na hora."
        {...(compact ? { className: 'py-10' } : {})}
      />
    )
  }
  return (
    <>
      <ul aria-label="Notificações" className="divide-y divide-line">
        {notifications.map((notification) => (
          <li key={notification.id}>
            <NotificationLine notification={notification} {...(onFollow ? { onFollow } : {})} />
          </li>
        ))}
      </ul>
      {!compact && (
        <LoadMore
          shown={notifications.length}
          total={query.data.pages[0]?.total ?? 0}
          noun="notificações"
          hasMore={query.hasNextPage}
          loading={query.isFetchingNextPage}
          onLoadMore={() => void query.fetchNextPage()}
        />
      )}
    </>
  )
}

export function MarkAllRead({ profileId }: { profileId: string }) {
  const markAll = useMutation(markAllNotificationsRead(useQueryClient(), profileId))
  return (
    <Button loading={markAll.isPending} onClick={() => markAll.mutate()}>
      <CheckCheck className="size-4" aria-hidden />
      Marcar todas como lidas
    </Button>
  )
}

/** The title of grouped notifications begins with their number. */
function saysHowMany({ title, count }: Notification) {
  return title.startsWith(`${count} `)
}

type NotificationLineProps = { notification: Notification; onFollow?: () => void }

/** One notification; opening it marks it as read. */
export function NotificationLine({ notification, onFollow }: NotificationLineProps) {
  const mark = useMutation(markNotificationRead(useQueryClient()))
  const Icon = KIND_ICONS[notification.kind]
  return (
    <Link
      to={noticePath(notification)}
      onClick={() => {
        if (!notification.read) mark.mutate(notification.id)
        onFollow?.()
      }}
      className={classNames('flex gap-3 px-4 py-3 hover:bg-hover', !notification.read && 'bg-sunken')}
    >
      <Icon className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className={classNames('text-sm break-words', !notification.read && 'font-semibold')}>
          {!notification.read && <span className="sr-only">Não lida: </span>}
          {notification.title}
        </span>
        {notification.body !== '' && (
          <span className="line-clamp-2 text-sm break-words text-muted">{notification.body}</span>
        )}
        <span className="text-xs text-muted">
          {notification.count > 1 && !saysHowMany(notification) && `${notification.count} novas · `}
          <time dateTime={notification.created_at}>{formatRelative(notification.created_at)}</time>
        </span>
      </span>
      {!notification.read && <span aria-hidden className="mt-1.5 size-2 shrink-0 rounded-full bg-accent" />}
    </Link>
  )
}
