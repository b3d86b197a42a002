import { useMember } from '@/api/session/session'
import { ContractBrowser, SavedLists } from '@/features/contract/lists/contract-browser'
import { useTitle } from '@/lib/navigation/use-title'
import { PageHeader } from '@/ui/page-header'

export function ContractsPage() {
  useTitle('Contratos')
  const { party } = useMember()
  return (
    <>
      <PageHeader
        title="Contratos"
        description="O que foi combinado, o que vem agora e de quem é a vez."
        actions={<SavedLists partyId={party.id} />}
      />
      <ContractBrowser partyId={party.id} />
    </>
  )
}
