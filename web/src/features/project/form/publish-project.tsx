import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ComponentProps } from 'react'
import { useNavigate } from 'react-router'
import { errorSentence } from '@/api/errors'
import { useMember } from '@/api/session/session'
import { ProjectForm } from '@/features/project/form/project-form'
import { newProjectDraft } from '@/features/project/form/draft'
import { setProjectFiles } from '@/features/project/files/files-query'
import { publishProject } from '@/features/project/own/own-queries'
import { EMPTY_PROJECT, toRow, type ProjectValues } from '@/features/project/form/schema'
import type { ProjectFiles } from '@/features/project/files/use-project-files'
import { paths } from '@/lib/paths'
import { PageHeader } from '@/ui/page-header'
import { toast } from '@/lib/toast'

/** The form that publishes a project; `action` stands at the end of its preview. */
export function PublishProject({ action }: { action: ComponentProps<typeof ProjectForm>['action'] }) {
  const { profile, party } = useMember()
  const navigate = useNavigate()
  const publish = useMutation(publishProject(useQueryClient()))
  const attach = useMutation(setProjectFiles(useQueryClient()))
  // The files are stored under the project's key before the project exists.
  const [base] = useState(() => ({
    id: crypto.randomUUID(),
    number: 0,
    revision: 1,
    proposals_count: 0,
    created_at: new Date().toISOString(),
    company: party,
  }))

  async function submit(values: ProjectValues, { named }: ProjectFiles) {
    await publish.mutateAsync({ ...toRow(values), id: base.id, company_id: party.id })
    if (named.length === 0) return leave
    try {
      await attach.mutateAsync({ project_id: base.id, files: named })
    } catch (error) {
      return () => leaveWithout(errorSentence(error))
    }
    return leave
  }

  function leave() {
    toast({
      title: 'Projeto Publicado!',
      description: 'Profissionais já podem encontrá-lo e enviar propostas.',
    })
    void navigate(paths.companyDashboard())
  }

  function leaveWithout(description: string) {
    toast({ variant: 'destructive', title: 'Projeto publicado sem os arquivos', description })
    void navigate(paths.editProject(base.id))
  }

  return (
    <ProjectForm
      initial={EMPTY_PROJECT}
      attached={[]}
      draft={newProjectDraft(party.id, profile.id)}
      submitLabel="Publicar Projeto"
      refusedTitle="Projeto não publicado"
      base={base}
      action={action}
      onSubmit={submit}
    >
      <PageHeader
        title="Publicar Projeto"
        description="Quanto mais claro o escopo, melhores as propostas. O rascunho fica guardado neste navegador; os arquivos, só ao publicar."
      />
    </ProjectForm>
  )
}
