import { useParams } from 'react-router'
import { useMember } from '@/api/session/session'
import { EditPortfolioProject } from '@/features/portfolio/write-portfolio-project'
import { useTitle } from '@/lib/navigation/use-title'

export function EditPortfolioProjectPage() {
  useTitle('Editar projeto do portfólio')
  const { itemId = '' } = useParams()
  const { profile, party } = useMember()
  return <EditPortfolioProject itemId={itemId} partyId={party.id} personId={profile.id} />
}
