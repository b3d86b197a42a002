import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CheckCheck } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { usePerson } from '@/api/session/session'
import { NotificationList } from '@/features/notification/notification-list'
import { markAllNotificationsRead } from '@/features/notification/queries'
import { KINDS } from '@/features/notification/text'
import { useTitle } from '@/lib/navigation/use-title'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { FilterTabs } from '@/ui/filter-tabs'
import { PageHeader } from '@/ui/page-header'

export function NotificationsPage() {
  useTitle('Notificações')
  const { profile } = usePerson()
  const [params, setParams] = useSearchParams()
  const kind = KINDS.find(({ value }) => value === params.get('tipo'))?.value ?? ''
  const markAll = useMutation(markAllNotificationsRead(useQueryClient(), profile.id))
  return (
    <>
      <PageHeader
        title="Notificações"
        actions={
          <Button loading={markAll.isPending} onClick={() => markAll.mutate()}>
            <CheckCheck className="size-4" aria-hidden />
            Marcar todas como lidas
          </Button>
        }
      />
      <FilterTabs
        label="Filtrar por tipo"
        options={KINDS}
        value={kind}
        onValueChange={(next) =>
          setParams(next === '' ? {} : { tipo: next }, { replace: true, preventScrollReset: true })
        }
      />
      <Card className="overflow-hidden">
        <NotificationList profileId={profile.id} kind={kind} />
      </Card>
    </>
  )
}
