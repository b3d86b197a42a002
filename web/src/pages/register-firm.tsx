import { actsFor } from '@/api/session/party'
import { useMember } from '@/api/session/session'
import { OwnFirm } from '@/features/organisation/own-firm'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { NotFound } from '@/ui/not-found'
import { PageHeader } from '@/ui/page-header'

/** Registers a professional's own firm, and later corrects it. */
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
