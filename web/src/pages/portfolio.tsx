import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { useMember } from '@/api/session/session'
import { PortfolioList } from '@/features/portfolio/portfolio-list'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { Button } from '@/ui/button'
import { PageHeader } from '@/ui/page-header'

export function PortfolioPage() {
  useTitle('Gerenciar portfólio')
  const { party } = useMember()
  return (
    <>
      <PageHeader
        title="Gerenciar Portfólio"
        actions={
          <Button asChild>
            <Link to={paths.addPortfolioProject()}>
              <Plus className="size-4" aria-hidden />
              Adicionar Projeto
            </Link>
          </Button>
        }
      />
      <PortfolioList profileId={party.id} />
    </>
  )
}
