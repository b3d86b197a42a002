import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CheckCheck } from 'lucide-react'
import { markAllNotificationsRead } from '@/features/notification/queries'
import { Button } from '@/ui/button'

export function MarkAllRead({ profileId }: { profileId: string }) {
  const markAll = useMutation(markAllNotificationsRead(useQueryClient(), profileId))
  return (
    <Button loading={markAll.isPending} onClick={() => markAll.mutate()}>
      <CheckCheck className="size-4" aria-hidden />
      Marcar todas como lidas
    </Button>
  )
}
