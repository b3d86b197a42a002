import { useParams } from 'react-router'
import { useMember } from '@/api/session/session'
import { ContractDetail } from '@/features/contract/contract-detail'
import { ContractScreen } from '@/features/contract/contract-screen'
import { partnerOf, type Contract } from '@/features/contract/queries'
import { sideOf } from '@/features/contract/side'
import { RecentMessages } from '@/features/message/conversations/recent-messages'
import { OtherParty } from '@/features/organisation/other-party'
import { ReviewDialog } from '@/features/review/review-dialog'
import { useTitle } from '@/lib/navigation/use-title'
import { contactOf } from '@/lib/paths'
import { DealAdditions, milestoneSlots } from '@/pages/contract/deal-additions'

export function ContractPage() {
  useTitle('Contrato')
  const { contractId = '' } = useParams()
  const { party } = useMember()
  return (
    <ContractScreen
      contractId={contractId}
      otherParty={(owners) => <OtherParty current={party} owners={owners} />}
    >
      {(contract) => <Sides contract={contract} />}
    </ContractScreen>
  )
}

/** The contract as its two sides see it. */
function Sides({ contract }: { contract: Contract }) {
  const { profile, party, rights } = useMember()
  const side = sideOf(contract, party.id)
  const mayNegotiate = rights.includes('negotiate')
  const partner = side === 'company' ? contract.professional : contract.company
  return (
    <ContractDetail
      contract={contract}
      partyId={party.id}
      mays={{ mayNegotiate, mayFulfil: rights.includes('fulfil'), mayPay: rights.includes('pay') }}
      additions={<DealAdditions contract={contract} side={side} rights={rights} />}
      {...milestoneSlots(contract, side, rights)}
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
  )
}
