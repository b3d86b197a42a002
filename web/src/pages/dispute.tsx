import { useParams } from 'react-router'
import { useMember } from '@/api/session/session'
import { DisputeScreen } from '@/features/dispute/dispute-screen'
import { OtherParty } from '@/features/organisation/other-party'
import { useTitle } from '@/lib/navigation/use-title'

export function DisputePage() {
  useTitle('Disputa')
  const { disputeId = '' } = useParams()
  const { party } = useMember()
  return (
    <DisputeScreen
      disputeId={disputeId}
      otherParty={(owners) => <OtherParty current={party} owners={owners} />}
    />
  )
}
