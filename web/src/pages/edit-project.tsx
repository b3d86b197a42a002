import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { errorSentence } from '@/api/errors'
import { useMember } from '@/api/session'
import { OtherParty } from '@/features/organisation/other-party'
import { ProjectForm } from '@/features/project/project-form'
import { editProject, ownProjectQuery } from '@/features/project/own-queries'
import { RevisionNotice } from '@/features/project/revision-notice'
import { fromRow, toRow, type ProjectValues } from '@/features/project/schema'
import { isId } from '@/lib/ids'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/use-title'
import { ErrorState } from '@/ui/error-state'
import { NotFound } from '@/ui/not-found'
import { PageHeader } from '@/ui/page-header'
import { Loading, Skeleton } from '@/ui/skeleton'
import { toast } from '@/lib/toast'

export function EditProjectPage() {
  useTitle('Editar projeto')
  const { projectId = '' } = useParams()
  const { profile, party, parties } = useMember()
  const navigate = useNavigate()
  const query = useQuery({ ...ownProjectQuery(projectId, profile.id), enabled: isId(projectId) })
  const edit = useMutation(editProject(useQueryClient(), projectId))

  async function submit(values: ProjectValues) {
    try {
      await edit.mutateAsync(toRow(values))
    } catch (error) {
      toast({ variant: 'destructive', title: 'Alterações não salvas', description: errorSentence(error) })
      return false
    }
    return true
  }

  function leave() {
    toast({ title: 'Projeto atualizado', description: 'As alterações já aparecem para os profissionais.' })
    void navigate(paths.manageProjects())
  }

  if (isId(projectId) && query.isPending) {
    return (
      <Loading>
        <Skeleton className="h-96 max-w-3xl" />
      </Loading>
    )
  }
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  const project = query.data
  if (project?.status !== 'open') {
    return (
      <NotFound title="Projeto não encontrado" backTo={paths.manageProjects()} backLabel="Meus projetos" />
    )
  }
  const owner = parties.find((acting) => acting.party.id === project.owner.company_id)
  if (owner !== undefined && owner.party.id !== party.id)
    return <OtherParty current={party} owners={[owner.party]} />
  return (
    <>
      <PageHeader title="Editar Projeto" />
      <RevisionNotice project={project} />
      <ProjectForm
        initial={fromRow(project)}
        draft={`projeto-${project.id}:${party.id}:${profile.id}`}
        submitLabel="Salvar alterações"
        onSubmit={submit}
        onSaved={leave}
      />
    </>
  )
}
