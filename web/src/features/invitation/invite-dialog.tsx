import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { errorSentence } from '@/api/errors'
import { INVITATION_TO_PROPOSE_DAYS } from '@/api/limits'
import { InviteForm } from '@/features/invitation/invite-form'
import { invitableProjectsQuery, responseFiguresQuery } from '@/features/invitation/queries'
import { answeringWords } from '@/features/invitation/text'
import { paths } from '@/lib/paths'
import { Dialog, DialogContent } from '@/ui/dialog'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'
import { tagOf } from '@/ui/tag'

type InviteDialogProps = {
  companyId: string
  professional: { id: string; name: string }
  projectId: string | undefined
  onClose: () => void
}

/** Invites a professional to one of the company's open projects, with a note. */
export default function InviteDialog({ companyId, professional, projectId, onClose }: InviteDialogProps) {
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={`Convidar ${professional.name}`}
        description={`O convite vale por ${INVITATION_TO_PROPOSE_DAYS} dias. A resposta chega no sino e por e-mail.`}
      >
        <ResponseFigures professionalId={professional.id} />
        {projectId === undefined ? (
          <ChosenProject companyId={companyId} professionalId={professional.id} onClose={onClose} />
        ) : (
          <InviteForm
            professionalId={professional.id}
            projects={[{ value: projectId, label: '' }]}
            onClose={onClose}
          />
        )}
      </DialogContent>
    </Dialog>
  )
}

/** How the professional answered earlier invitations; nothing if there were too few. */
function ResponseFigures({ professionalId }: { professionalId: string }) {
  const figures = useQuery(responseFiguresQuery(professionalId)).data?.[0]
  return figures === undefined ? null : <p className="mb-4 text-sm">{answeringWords(figures)}</p>
}

type ChosenProjectProps = { companyId: string; professionalId: string; onClose: () => void }

function ChosenProject({ companyId, professionalId, onClose }: ChosenProjectProps) {
  const query = useQuery(invitableProjectsQuery(companyId, professionalId))
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading label="Carregando projetos…">
        <Skeleton className="h-40" />
      </Loading>
    )
  }
  const free = query.data.filter(({ invited }) => invited.length === 0)
  if (free.length === 0) {
    return query.data.length === 0 ? (
      <p>
        Sua empresa não tem projeto aberto.{' '}
        <Link to={paths.publishProject()} className="underline underline-offset-2">
          Publique um projeto
        </Link>{' '}
        e convide depois.
      </p>
    ) : (
      <p>Este profissional já foi convidado para todos os seus projetos abertos.</p>
    )
  }
  return (
    <InviteForm
      professionalId={professionalId}
      projects={free.map(({ id, number, title }) => ({
        value: id,
        label: `${tagOf('PRJ', number)} · ${title}`,
      }))}
      onClose={onClose}
    />
  )
}
