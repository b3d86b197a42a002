import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { errorSentence } from '@/api/errors'
import { PROJECT_INVITATIONS_MAX } from '@/api/limits'
import { sentInvitationsQuery, type SentInvitation } from '@/features/invitation/queries'
import { STANDS } from '@/features/invitation/text'
import { formatDate, formatWhen } from '@/lib/format'
import { paths, SECTIONS } from '@/lib/paths'
import { Avatar } from '@/ui/avatar'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { ErrorState } from '@/ui/error-state'
import { Loading, SkeletonList } from '@/ui/skeleton'

type ProjectInvitationsProps = {
  projectId: string
  /** Whether more professionals can be invited, apart from the limit. */
  mayInvite: boolean
}

/** Whom the company invited to a project, and what each answered. */
export default function ProjectInvitations({ projectId, mayInvite }: ProjectInvitationsProps) {
  const query = useQuery(sentInvitationsQuery(projectId))
  const count = query.data?.length ?? 0
  if (query.isSuccess && count === 0 && !mayInvite) return null
  return (
    <section
      id={SECTIONS.invitations}
      aria-labelledby="invitations"
      className="flex scroll-mt-20 flex-col gap-3"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="invitations" className="text-lg font-semibold">
          Convites
          {count > 0 && (
            <span className="figures ml-2 text-sm font-normal text-muted">
              {count} de {PROJECT_INVITATIONS_MAX}
            </span>
          )}
        </h2>
        {mayInvite && query.isSuccess && count < PROJECT_INVITATIONS_MAX && (
          <Button asChild size="sm">
            <Link to={paths.professionals()}>Procurar quem convidar</Link>
          </Button>
        )}
      </div>
      {query.isError && (
        <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && (
        <Loading label="Carregando convites…">
          <SkeletonList lines={2} />
        </Loading>
      )}
      {query.isSuccess && <List invitations={query.data} />}
    </section>
  )
}

function List({ invitations }: { invitations: readonly SentInvitation[] }) {
  if (invitations.length === 0) {
    return (
      <p className="max-w-measure text-sm text-muted">
        Ninguém foi convidado ainda. Convide até {PROJECT_INVITATIONS_MAX} profissionais, na página de cada
        um, e eles respondem com um toque.
      </p>
    )
  }
  return (
    <Card>
      <ul aria-labelledby="invitations" className="flex flex-col divide-y divide-line">
        {invitations.map((invitation) => (
          <li key={invitation.id}>
            <Line invitation={invitation} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Line({ invitation }: { invitation: SentInvitation }) {
  const { status, note, professional, created_at, answered_at } = invitation
  const { label, tone } = invitation.wasIgnored
    ? ({ label: 'Sem resposta', tone: 'neutral' } as const)
    : STANDS[status]
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-5 py-3.5">
      <div className="flex min-w-0 flex-1 basis-60 gap-3">
        {professional && (
          <Avatar
            name={professional.name}
            imageUrl={professional.avatar_url}
            seed={professional.avatar_seed}
            size="sm"
          />
        )}
        <div className="flex min-w-0 flex-col gap-1">
          {professional === null ? (
            <p className="font-medium">Profissional indisponível</p>
          ) : (
            <Link
              to={paths.professional(professional.id, professional.name)}
              className="self-start py-0.5 font-medium break-words hover:underline"
            >
              {professional.name}
            </Link>
          )}
          {note !== '' && <p className="max-w-measure text-sm break-words whitespace-pre-line">{note}</p>}
        </div>
      </div>
      <div className="flex flex-col gap-1 text-sm sm:items-end">
        <Badge tone={tone}>{label}</Badge>
        <p className="text-muted">
          {answered_at === null
            ? `Convidado em ${formatDate(created_at)}`
            : `Respondeu ${formatWhen(answered_at)}`}
        </p>
      </div>
    </div>
  )
}
