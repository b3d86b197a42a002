import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { errorSentence } from '@/api/errors'
import { useActFor } from '@/api/session/session'
import { acceptInvitation, type ShownInvitation } from '@/features/organisation/queries'
import { describeInvitation } from '@/features/organisation/text'
import { formatDate } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { Card, CardBody } from '@/ui/card'
import { Codes } from '@/ui/codes'
import { FieldError } from '@/ui/field'
import { toast } from '@/lib/toast'

type InvitationCardProps = { token: string; invitation: ShownInvitation; personId: string }

/** An invitation as the invited person sees it, with the button that accepts it. */
export function InvitationCard({ token, invitation, personId }: InvitationCardProps) {
  const { organisation, organisation_id } = invitation
  const accept = useMutation(acceptInvitation(useQueryClient(), personId))
  const [refusal, setRefusal] = useState<unknown>()
  const actFor = useActFor()
  const navigate = useNavigate()

  async function join() {
    setRefusal(undefined)
    try {
      await accept.mutateAsync(token)
    } catch (error) {
      setRefusal(error)
      return
    }
    actFor(organisation_id)
    toast({ title: `Você agora faz parte da equipe de ${organisation}` })
    await navigate(paths.dashboard())
  }

  return (
    <Card>
      <CardBody className="flex flex-col gap-6">
        <h1 tabIndex={-1} className="text-2xl font-semibold break-words">
          <Codes text={organisation} /> convidou você para a equipe
        </h1>
        <Facts invitation={invitation} />
        <p className="border-t border-line pt-4 text-sm text-muted">
          Sua conta continua a mesma: você passa a agir também por {organisation}, e sai da equipe quando
          quiser.
        </p>
        {refusal !== undefined && (
          <div role="alert">
            <FieldError>{errorSentence(refusal)}</FieldError>
          </div>
        )}
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" loading={accept.isPending} onClick={() => void join()}>
            Entrar na equipe
          </Button>
          <Button asChild>
            <Link to={paths.dashboard()}>Agora não</Link>
          </Button>
        </div>
      </CardBody>
    </Card>
  )
}

/** The role, the invited address and the expiry. */
function Facts({ invitation }: { invitation: ShownInvitation }) {
  const { email, expires_at } = invitation
  const { role, sentence } = describeInvitation(invitation)
  return (
    <dl className="grid gap-4 text-sm">
      <div>
        <dt className="text-muted">Papel</dt>
        <dd>
          <span className="font-medium">{role}</span>
          <span className="block text-muted">{sentence}</span>
        </dd>
      </div>
      <div>
        <dt className="text-muted">Convite para</dt>
        <dd className="break-words">{email}</dd>
      </div>
      <div>
        <dt className="text-muted">Vale até</dt>
        <dd>
          <time dateTime={expires_at}>{formatDate(expires_at)}</time>
        </dd>
      </div>
    </dl>
  )
}
