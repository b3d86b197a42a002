import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { errorSentence } from '@/api/errors'
import type { Acting } from '@/api/session/party'
import { useMember } from '@/api/session/session'
import { ProjectForm } from '@/features/project/form/project-form'
import { projectFilesQuery, setProjectFiles } from '@/features/project/files/files-query'
import { editProject, ownProjectQuery } from '@/features/project/own/own-queries'
import { RevisionNotice } from '@/features/project/form/revision-notice'
import { fromRow, toRow, type ProjectValues } from '@/features/project/form/schema'
import type { ProjectFiles } from '@/features/project/files/use-project-files'
import { isId } from '@/lib/ids'
import { paths } from '@/lib/paths'
import { ErrorState } from '@/ui/error-state'
import { NotFound } from '@/ui/not-found'
import { PageHeader } from '@/ui/page-header'
import { Loading, Skeleton } from '@/ui/skeleton'
import { toast } from '@/lib/toast'

type EditProjectProps = {
  projectId: string
  /** What stands at the end of the preview. */
  action: ComponentProps<typeof ProjectForm>['action']
  /** Shown when the project belongs to another party of the person. */
  otherParty: (owner: Acting['party']) => ReactNode
}

/** Loads an open project with its files and shows the form that edits it. */
export function EditProject({ projectId, action, otherParty }: EditProjectProps) {
  const { profile, party, parties } = useMember()
  const query = useQuery({ ...ownProjectQuery(projectId, profile.id), enabled: isId(projectId) })
  const files = useQuery({
    ...projectFilesQuery(profile.id, projectId),
    enabled: isId(projectId),
    staleTime: 0,
  })
  const submit = useSave(projectId)

  if (isId(projectId) && (query.isPending || files.isPending)) {
    return (
      <Loading level={1} label="Carregando projeto…">
        <Skeleton className="h-96 max-w-3xl" />
      </Loading>
    )
  }
  if (query.isError)
    return <ErrorState level={1} message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (files.isError)
    return <ErrorState level={1} message={errorSentence(files.error)} onRetry={() => void files.refetch()} />
  const project = query.data
  if (project?.status !== 'open') {
    return (
      <NotFound title="Projeto não encontrado" backTo={paths.manageProjects()} backLabel="Meus projetos" />
    )
  }
  const owner = parties.find((acting) => acting.party.id === project.owner.company_id)
  if (owner !== undefined && owner.party.id !== party.id) return otherParty(owner.party)
  return (
    <ProjectForm
      initial={fromRow(project)}
      attached={files.data ?? []}
      draft={`projeto-${project.id}:${party.id}:${profile.id}`}
      submitLabel="Salvar alterações"
      refusedTitle="Alterações não salvas"
      base={{ ...project, company: party }}
      action={action}
      onSubmit={submit}
    >
      <PageHeader title="Editar Projeto" />
      <RevisionNotice project={project} />
    </ProjectForm>
  )
}

/** Saves the files first: when they are refused, the project is left unchanged. */
function useSave(projectId: string) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const edit = useMutation(editProject(queryClient, projectId))
  const attach = useMutation(setProjectFiles(queryClient))

  function leave() {
    toast({ title: 'Projeto atualizado', description: 'As alterações já aparecem para os profissionais.' })
    void navigate(paths.manageProjects())
  }

  return async function submit(values: ProjectValues, { named, isChanged }: ProjectFiles) {
    if (isChanged) await attach.mutateAsync({ project_id: projectId, files: named })
    await edit.mutateAsync(toRow(values))
    return leave
  }
}
