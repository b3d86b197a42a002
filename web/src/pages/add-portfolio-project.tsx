import { useMember } from '@/api/session/session'
import { AddPortfolioProject } from '@/features/portfolio/write-portfolio-project'
import { useTitle } from '@/lib/navigation/use-title'
import { PageHeader } from '@/ui/page-header'

export function AddPortfolioProjectPage() {
  useTitle('Adicionar ao portfólio')
  const { profile, party } = useMember()
  return (
    <>
      <PageHeader title="Adicionar Projeto ao Portfólio" />
      <AddPortfolioProject partyId={party.id} personId={profile.id} />
    </>
  )
}
