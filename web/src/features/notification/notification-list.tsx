import { useInfiniteQuery } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { errorSentence } from '@/api/errors'
import { NotificationLine } from '@/features/notification/notification-line'
import { notificationsQuery, type Notification } from '@/features/notification/queries'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { LoadMore } from '@/ui/load-more'
import { Loading, Skeleton } from '@/ui/skeleton'

type NotificationListProps = {
  profileId: string
  kind?: Notification['kind'] | ''
  /** Only the first page, for a popover. */
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
