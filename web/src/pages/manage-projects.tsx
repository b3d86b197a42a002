import { Plus } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { useMember } from '@/api/session/session'
import { OwnProjects } from '@/features/project/own/own-projects'
import { StatusTabs } from '@/features/project/own/status-tabs'
import { FILTERS } from '@/features/project/text'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { Button } from '@/ui/button'
import { PageHeader } from '@/ui/page-header'

export function ManageProjectsPage() {
  useTitle('Gerenciar projetos')
  const { party, rights } = useMember()
  const mayPublish = rights.includes('publish')
  const [params, setParams] = useSearchParams()
  const wanted = params.get('situacao') ?? ''
  const status = FILTERS.find((filter) => filter.value === wanted)?.value ?? ''
  return (
    <>
      <PageHeader
        title="Gerenciar Projetos"
        actions={
          mayPublish && (
            <Button asChild variant="primary">
              <Link to={paths.publishProject()}>
                <Plus className="size-4" aria-hidden />
                Publicar Projeto
              </Link>
            </Button>
          )
        }
      />
      <StatusTabs
        companyId={party.id}
        value={status}
        onValueChange={(next) =>
          setParams(next === '' ? {} : { situacao: next }, { replace: true, preventScrollReset: true })
        }
      />
      <OwnProjects
        companyId={party.id}
        mayPublish={mayPublish}
        mayNegotiate={rights.includes('negotiate')}
        status={status}
      />
    </>
  )
}
