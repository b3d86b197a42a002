import { ProjectDirectory } from '@/features/project/project-directory'
import { useTitle } from '@/lib/use-title'
import { Page } from '@/ui/page'
import { PageHeader } from '@/ui/page-header'

export function ProjectsPage() {
  useTitle('Projetos de automação industrial')
  return (
    <Page>
      <PageHeader
        title="Projetos"
        description="Encontre projetos de automação industrial e envie sua proposta diretamente para a empresa."
      />
      <ProjectDirectory />
    </Page>
  )
}
