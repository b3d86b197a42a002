import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { errorSentence } from '@/api/errors'
import { FirmForm } from '@/features/organisation/firm-form'
import { firmQuery } from '@/features/organisation/queries'
import { EMPTY_FIRM, firmOf } from '@/features/organisation/schema'
import { paths } from '@/lib/paths'
import { toast } from '@/lib/toast'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

/** Loads a professional's firm, if there is one, and shows the form that registers or corrects it. */
export function OwnFirm({ profileId }: { profileId: string }) {
  const query = useQuery(firmQuery(profileId))
  const navigate = useNavigate()
  if (query.isPending) {
    return (
      <Loading>
        <Skeleton className="h-96 max-w-xl" />
      </Loading>
    )
  }
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  const isNew = query.data === null

  function leave() {
    toast(
      isNew
        ? { title: 'Firma cadastrada!', description: 'Agora você pode convidar colegas.' }
        : { title: 'Dados da firma salvos' },
    )
    void navigate(paths.team())
  }

  return (
    <FirmForm
      initial={query.data === null ? EMPTY_FIRM : firmOf(query.data)}
      ownId={profileId}
      submitLabel={isNew ? 'Cadastrar firma' : 'Salvar dados'}
      onSaved={leave}
    />
  )
}
