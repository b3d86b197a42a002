import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { errorSentence } from '@/api/errors'
import { useMember } from '@/api/session'
import { ProjectForm } from '@/features/project/project-form'
import { publishProject } from '@/features/project/own-queries'
import { EMPTY_PROJECT, toRow, type ProjectValues } from '@/features/project/schema'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/use-title'
import { PageHeader } from '@/ui/page-header'
import { toast } from '@/lib/toast'

export function PublishProjectPage() {
  useTitle('Publicar projeto')
  const { profile, party } = useMember()
  const navigate = useNavigate()
  const publish = useMutation(publishProject(useQueryClient()))

  async function submit(values: ProjectValues) {
    try {
      await publish.mutateAsync({ ...toRow(values), company_id: party.id })
    } catch (error) {
      toast({ variant: 'destructive', title: 'Projeto não publicado', description: errorSentence(error) })
      return false
    }
    return true
  }

  function leave() {
    toast({
      title: 'Projeto Publicado!',
      description: 'Profissionais já podem encontrá-lo e enviar propostas.',
    })
    void navigate(paths.companyDashboard())
  }

  return (
    <>
      <PageHeader
        title="Publicar Projeto"
        description="Quanto mais claro o escopo, melhores as propostas. O rascunho fica guardado neste navegador."
      />
      <ProjectForm
        initial={EMPTY_PROJECT}
        draft={`projeto-novo:${party.id}:${profile.id}`}
        submitLabel="Publicar Projeto"
        onSubmit={submit}
        onSaved={leave}
      />
    </>
  )
}
