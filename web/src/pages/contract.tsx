import { useQuery } from '@tanstack/react-query'
import { FileX } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { isBinding } from '@/api/deal/contract-states'
import { errorSentence } from '@/api/errors'
import { useMember } from '@/api/session/session'
import { AmendmentSection } from '@/features/amendment/amendment-section'
import { ChecklistSection, type Contest } from '@/features/checklist/checklist-section'
import { KINDS, quoteOf } from '@/features/checklist/text'
import { ContractDetail } from '@/features/contract/contract-detail'
import { ContractHead } from '@/features/contract/contract-head'
import { ContractReading } from '@/features/contract/contract-reading'
import {
  contractByIdQuery,
  milestonesOf,
  partnerOf,
  type Contract,
  type Milestone,
} from '@/features/contract/queries'
import { sideOf } from '@/features/contract/side'
import { DisputeNotice } from '@/features/dispute/dispute-notice'
import { DisputeAction, type Quoted } from '@/features/dispute/open-dispute'
import { RecentMessages } from '@/features/message/conversations/recent-messages'
import { OtherParty } from '@/features/organisation/other-party'
import { ReviewDialog } from '@/features/review/review-dialog'
import { FiscalBlock } from '@/features/fiscal/fiscal-block'
import { isId } from '@/lib/ids'
import { contactOf, paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

export function ContractPage() {
  useTitle('Contrato')
  const { contractId = '' } = useParams()
  const { profile, party, parties, rights } = useMember()
  const query = useQuery({ ...contractByIdQuery(contractId), enabled: isId(contractId) })
  if (!isId(contractId) || query.data === null) return <NoContract />
  if (query.isError)
    return <ErrorState level={1} message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) return <LoadingContract />
  const contract = query.data
  const sides = [contract.company_id, contract.professional_id]
  if (party.role === 'admin') {
    return (
      <>
        <ContractHead contract={contract} isForAdministrators />
        <ContractReading contract={contract} />
      </>
    )
  }
  if (!sides.includes(party.id)) {
    const owners = parties.flatMap((acting) => (sides.includes(acting.party.id) ? acting.party : []))
    return owners.length === 0 ? <NoContract /> : <OtherParty current={party} owners={owners} />
  }
  const mayNegotiate = rights.includes('negotiate')
  const partner = sideOf(contract, party.id) === 'company' ? contract.professional : contract.company
  return (
    <>
      <ContractHead contract={contract} />
      <ContractDetail
        contract={contract}
        partyId={party.id}
        mays={{ mayNegotiate, mayFulfil: rights.includes('fulfil'), mayPay: rights.includes('pay') }}
        additions={<DealAdditions contract={contract} side={sideOf(contract, party.id)} rights={rights} />}
        {...slotsOf(contract, sideOf(contract, party.id), rights)}
        messages={
          partner === null ? (
            <p className="text-sm text-muted">A outra parte não está mais disponível.</p>
          ) : (
            <RecentMessages ownId={profile.id} partnerId={contactOf(partner)} partnerName={partner.name} />
          )
        }
        review={
          mayNegotiate && (
            <ReviewDialog
              contractId={contract.id}
              authorId={party.id}
              partner={partnerOf(contract, party.id)}
            />
          )
        }
      />
    </>
  )
}

/** What other features say of each milestone. */
function slotsOf(contract: Contract, side: 'company' | 'professional', rights: readonly string[]) {
  const runs = isBinding(contract.status)
  const dispute = (milestone: Milestone) => (
    <>
      <DisputeNotice contractId={contract.id} milestoneId={milestone.id} />
      {rights.includes('negotiate') && runs && (
        <DisputeAction contractId={contract.id} milestone={milestone} />
      )}
    </>
  )
  const mayPay = rights.includes('pay')
  const fiscal = (milestone: Milestone) => (
    <FiscalBlock contractId={contract.id} milestone={milestone} side={side} mayPay={mayPay} runs={runs} />
  )
  return { dispute, fiscal }
}

type DealAdditionsProps = {
  contract: Contract
  side: 'company' | 'professional'
  rights: readonly string[]
}

/** How its milestones are accepted item by item, and what was added to it. */
function DealAdditions({ contract, side, rights }: DealAdditionsProps) {
  const runs = isBinding(contract.status)
  const milestones = milestonesOf(contract)
  const contest: Contest = (milestoneId, list, item) => {
    const milestone = milestones.find(({ id }) => id === milestoneId)
    if (milestone === undefined || !runs || !rights.includes('negotiate')) return null
    const quoted: Quoted = {
      id: item.id,
      text: quoteOf(list, item),
      shown: { kind: 'checklist', id: list.id },
      shownAs: `lista ${KINDS[list.kind]}, versão ${String(list.version)}`,
    }
    return <DisputeAction contractId={contract.id} milestone={milestone} label="Contestar" quoted={quoted} />
  }
  return (
    <>
      <ChecklistSection
        contractId={contract.id}
        milestones={milestones}
        side={side}
        mayAct={runs && rights.includes('fulfil')}
        contest={contest}
      />
      <AmendmentSection
        contractId={contract.id}
        settlement={contract.settlement}
        side={side}
        mayAct={runs && rights.includes('negotiate')}
      />
    </>
  )
}

function LoadingContract() {
  return (
    <Loading level={1} label="Carregando contrato…">
      <Skeleton className="mb-6 h-16 max-w-xl" />
      <Skeleton className="h-40" />
    </Loading>
  )
}

function NoContract() {
  return (
    <EmptyState
      icon={FileX}
      level={1}
      title="Contrato não encontrado"
      description="Só as duas partes de um contrato o leem, e a administração quando há uma disputa."
      action={
        <Button asChild variant="primary">
          <Link to={paths.contracts()}>Meus contratos</Link>
        </Button>
      }
    />
  )
}
