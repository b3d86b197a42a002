import { useSearchParams } from 'react-router'
import { usePerson } from '@/api/session/session'
import { NotificationList, MarkAllRead } from '@/features/notification/notification-list'
import { KINDS } from '@/features/notification/text'
import { useTitle } from '@/lib/navigation/use-title'
import { Card } from '@/ui/card'
import { FilterTabs } from '@/ui/filter-tabs'
import { PageHeader } from '@/ui/page-header'

export function NotificationsPage() {
  useTitle('Notificações')
  const { profile } = usePerson()
  const [params, setParams] = useSearchParams()
  const kind = KINDS.find(({ value }) => value === params.get('tipo'))?.value ?? ''
  return (
    <>
      <PageHeader title="Notificações" actions={<MarkAllRead profileId={profile.id} />} />
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
