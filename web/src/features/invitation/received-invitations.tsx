import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { errorSentence } from '@/api/errors'
import {
  receivedInvitationsQuery,
  STEPS,
  stepping,
  type ReceivedInvitation,
} from '@/features/invitation/queries'
import { ANSWERS, type Answer } from '@/features/invitation/text'
import { formatDate } from '@/lib/format'
import { paths, SECTIONS } from '@/lib/paths'
import { reportOutcome } from '@/lib/timing'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { ErrorState } from '@/ui/error-state'
import { Tag, tagOf } from '@/ui/tag'

type ReceivedInvitationsProps = {
  partyId: string
  /** Whether the person answers for the party. */
  mayAnswer: boolean
}

/** A professional's open invitations, with the three answers. Without any there is nothing to see. */
export default function ReceivedInvitations({ partyId, mayAnswer }: ReceivedInvitationsProps) {
  const query = useQuery(receivedInvitationsQuery(partyId))
  const open = query.data ?? []
  if (!query.isError && open.length === 0) return null
  return (
    <section
      id={SECTIONS.invitations}
      aria-labelledby="invitations"
      className="flex scroll-mt-20 flex-col gap-3"
    >
      <h2 id="invitations" className="text-lg font-semibold">
        Convites
      </h2>
      {query.isError ? (
        <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <Card>
          <ul aria-labelledby="invitations" className="flex flex-col divide-y divide-line">
            {open.map((invitation) => (
              <li key={invitation.id} className="flex flex-col gap-3 px-5 py-4">
                <About invitation={invitation} />
                {mayAnswer && <Answers invitation={invitation} />}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  )
}

function About({ invitation: { project, note, expires_at } }: { invitation: ReceivedInvitation }) {
  return (
    <div className="flex flex-col gap-1">
      <Link
        to={paths.project(project.id, project.title)}
        className="self-start py-0.5 font-medium break-words hover:underline"
      >
        {project.title}
      </Link>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
        <Tag>{tagOf('PRJ', project.number)}</Tag>
        <span>{project.company?.name ?? 'Empresa confidencial'}</span>
        <span>· {project.budget}</span>
        <span>· responda até {formatDate(expires_at)}</span>
      </p>
      {note !== '' && (
        <p className="mt-1 max-w-measure border-l-2 border-line pl-3 text-sm break-words whitespace-pre-line">
          {note}
        </p>
      )}
    </div>
  )
}

function Answers({ invitation }: { invitation: ReceivedInvitation }) {
  const answer = useMutation(stepping(useQueryClient(), STEPS.answer))
  const { id, status, project } = invitation

  function choose(chosen: Answer, label: string) {
    reportOutcome(answer.mutateAsync({ invitation_id: id, status: chosen }), {
      onSuccess: () => toast({ title: `Resposta enviada: ${label}` }),
      onError: (error) =>
        toast({ variant: 'destructive', title: 'Resposta não enviada', description: errorSentence(error) }),
    })
  }

  return (
    <div className="flex flex-wrap gap-2">
      <div role="group" aria-label={`Resposta ao convite: ${project.title}`} className="flex flex-wrap gap-2">
        {ANSWERS.map(({ status: offered, label }) => (
          <Button
            key={offered}
            size="sm"
            aria-pressed={status === offered}
            loading={answer.isPending && answer.variables.status === offered}
            onClick={() => choose(offered, label)}
          >
            {status === offered && <Check className="size-4" aria-hidden />}
            {label}
          </Button>
        ))}
      </div>
      <Button asChild size="sm" variant={status === 'interested' ? 'primary' : 'ghost'}>
        <Link to={paths.project(project.id, project.title)}>Enviar proposta</Link>
      </Button>
    </div>
  )
}
