import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { markNotificationRead, type Notification } from '@/features/notification/queries'
import { KIND_ICONS } from '@/features/notification/text'
import { classNames } from '@/lib/class-names'
import { formatRelative } from '@/lib/format'
import { noticePath } from '@/lib/navigation/notice-routes'

/** Titles of news that came together begin with their number. */
function saysHowMany({ title, count }: Notification) {
  return title.startsWith(`${count} `)
}

type NotificationLineProps = { notification: Notification; onFollow?: () => void }

/** One piece of news; following it marks it read. */
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
