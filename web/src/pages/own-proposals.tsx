import { Link } from 'react-router'
import { useMember } from '@/api/session/session'
import { DealContract } from '@/features/contract/lists/deal-contract'
import { OwnProposals } from '@/features/proposal/own/own-proposals'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { Button } from '@/ui/button'
import { PageHeader } from '@/ui/page-header'

export function OwnProposalsPage() {
  useTitle('Minhas propostas')
  const { party, rights } = useMember()
  const mayNegotiate = rights.includes('negotiate')
  return (
    <>
      <PageHeader
        title="Minhas Propostas"
        actions={
          <Button asChild>
            <Link to={paths.projects()}>Explorar Projetos</Link>
          </Button>
        }
      />
      <OwnProposals
        professionalId={party.id}
        mayNegotiate={mayNegotiate}
        contract={(proposalId) => <DealContract of={{ proposal_id: proposalId }} memberId={party.id} />}
      />
    </>
  )
}
