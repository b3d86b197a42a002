import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { useMember } from '@/api/session'
import { OwnProjects } from '@/features/project/own-projects'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/use-title'
import { Button } from '@/ui/button'
import { PageHeader } from '@/ui/page-header'

export function ManageProjectsPage() {
  useTitle('Gerenciar projetos')
  const { profile } = useMember()
  return (
    <>
      <PageHeader
        title="Gerenciar Projetos"
        actions={
          <Button asChild variant="primary">
            <Link to={paths.publishProject()}>
              <Plus className="size-4" aria-hidden />
              Publicar Projeto
            </Link>
          </Button>
        }
      />
      <OwnProjects companyId={profile.id} />
    </>
  )
}
