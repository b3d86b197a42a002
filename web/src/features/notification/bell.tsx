import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { NotificationList } from '@/features/notification/notification-list'
import { markAllNotificationsRead, unreadNotificationsQuery } from '@/features/notification/queries'
import { formatCount } from '@/lib/format'
import { paths } from '@/lib/paths'
import { CountBadge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ScrollArea } from '@/ui/scroll-area'

/** The bell with the number of unread notifications. Loaded only for signed-in users. */
export default function Bell({ profileId }: { profileId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const { data: unread = 0 } = useQuery(unreadNotificationsQuery(profileId))
  const markAll = useMutation(markAllNotificationsRead(useQueryClient(), profileId))
  const words = formatCount(unread, 'notificação não lida', 'notificações não lidas')
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger asChild>
        <Button variant="ghost" size="icon" className="relative" aria-label={`Notificações: ${words}`}>
          <BellIcon className="size-5" aria-hidden />
          <span aria-hidden className="absolute top-0.5 right-0">
            <CountBadge count={unread} label="" className="h-4 min-w-4 px-1 text-bar" />
          </span>
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label="Notificações"
          className="z-50 flex max-h-[min(32rem,80dvh)] w-[min(24rem,calc(100vw-1rem))] flex-col rounded border border-line bg-raised shadow-float data-[state=closed]:animate-leave data-[state=open]:animate-fade"
        >
          <div className="flex items-center justify-between gap-3 border-b border-line px-4 py-2.5">
            <p className="text-sm font-semibold">Notificações</p>
            <Button
              variant="ghost"
              size="sm"
              disabled={unread === 0}
              loading={markAll.isPending}
              onClick={() => markAll.mutate()}
            >
              Marcar todas como lidas
            </Button>
          </div>
          <ScrollArea>
            <NotificationList profileId={profileId} compact onFollow={() => setIsOpen(false)} />
          </ScrollArea>
          <Link
            to={paths.notifications()}
            onClick={() => setIsOpen(false)}
            className="border-t border-line px-4 py-2.5 text-center text-sm font-medium hover:bg-hover"
          >
            Ver todas
          </Link>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
