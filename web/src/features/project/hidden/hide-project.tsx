import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { errorSentence } from '@/api/errors'
import { after, invalidate } from '@/api/invalidation'
import { requestOnce } from '@/api/request/request-once'
import { reportOutcome } from '@/lib/timing'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'

type HideProjectProps = { project: { id: string; title: string }; isHidden: boolean }

/** Takes a project out of the lists of the person, or brings it back. It lies above the card's link. */
export default function HideProject({ project, isHidden }: HideProjectProps) {
  const { hide, show, isPending } = useHiding(project.id)
  const Icon = isHidden ? Eye : EyeOff
  const label = isHidden ? 'Mostrar de novo' : 'Não mostrar de novo'
  return (
    <Button
      variant="ghost"
      size="sm"
      className="relative -mb-2 -ml-3 self-start text-muted"
      aria-label={`${label}: ${project.title}`}
      loading={isPending}
      onClick={isHidden ? show : hide}
    >
      <Icon className="size-4" aria-hidden />
      {label}
    </Button>
  )
}

function useHiding(projectId: string) {
  const queryClient = useQueryClient()
  const onSuccess = () => invalidate(queryClient, after.hiddenChange)
  const insertion = useMutation({
    mutationFn: () =>
      requestOnce((client) => client.from('hidden_projects').insert({ project_id: projectId })),
    onSuccess,
  })
  const deletion = useMutation({
    mutationFn: () =>
      requestOnce((client) => client.from('hidden_projects').delete().eq('project_id', projectId)),
    onSuccess,
  })
  const onError = (error: unknown) =>
    toast({ variant: 'destructive', title: 'Não foi possível alterar', description: errorSentence(error) })
  const show = () => reportOutcome(deletion.mutateAsync(), { onSuccess: () => undefined, onError })
  const hide = () =>
    reportOutcome(insertion.mutateAsync(), {
      onError,
      onSuccess: () =>
        toast({
          title: 'Projeto oculto',
          action: {
            label: 'Desfazer',
            altText: 'Em “ocultos”, na lista de projetos, mostre o projeto de novo',
            onClick: show,
          },
        }),
    })
  return { isPending: insertion.isPending || deletion.isPending, show, hide }
}
