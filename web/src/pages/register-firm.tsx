import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { errorSentence } from '@/api/errors'
import { actsFor } from '@/api/session/party'
import { useMember } from '@/api/session/session'
import { FirmForm } from '@/features/organisation/firm-form'
import { firmQuery } from '@/features/organisation/queries'
import { EMPTY_FIRM, firmOf } from '@/features/organisation/schema'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { ErrorState } from '@/ui/error-state'
import { NotFound } from '@/ui/not-found'
import { PageHeader } from '@/ui/page-header'
import { Loading, Skeleton } from '@/ui/skeleton'
import { toast } from '@/lib/toast'

/** A professional's own firm: registered here once, and corrected. */
export function RegisterFirmPage() {
  useTitle('Faturar como empresa')
  const { profile, parties } = useMember()
  if (profile.role !== 'professional' || !actsFor(parties, profile.id, 'manage')) {
    return (
      <NotFound
        title="Só profissionais cadastram uma firma"
        description="Quem trabalha por conta própria registra aqui como fatura."
        backTo={paths.settings()}
        backLabel="Voltar às configurações"
      />
    )
  }
  return (
    <>
      <PageHeader
        title="Faturar como empresa"
        description="Seu perfil continua o mesmo, com as avaliações que tem. Os contratos passam a ser da firma, e você pode convidar colegas para a equipe."
      />
      <OwnFirm profileId={profile.id} />
    </>
  )
}

function OwnFirm({ profileId }: { profileId: string }) {
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
