import { Link } from 'react-router'
import { usePerson } from '@/api/session/session'
import { WaitingForAdministrators } from '@/features/admin/overview'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { Sections } from '@/pages/admin/sections'
import { useWaiting } from '@/pages/admin/use-waiting'
import { Button } from '@/ui/button'
import { PageHeader } from '@/ui/page-header'
import { Loading, SkeletonList } from '@/ui/skeleton'

export function AdminPage() {
  useTitle('Administração')
  const { profile } = usePerson()
  const { waiting, isKnown } = useWaiting()
  return (
    <>
      <PageHeader
        title="Administração"
        actions={
          <Button asChild>
            <Link to={paths.marketRules()}>Regras do mercado</Link>
          </Button>
        }
      />
      {isKnown ? (
        <>
          <WaitingForAdministrators all={waiting} />
          <Sections ownId={profile.id} />
        </>
      ) : (
        <Loading label="Carregando o que espera pela administração…">
          <SkeletonList lines={8} />
        </Loading>
      )}
    </>
  )
}
