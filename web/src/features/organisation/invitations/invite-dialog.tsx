import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { errorSentence } from '@/api/errors'
import { BOUNDS } from '@/api/limits'
import { inviteMember, type Invited } from '@/features/organisation/queries'
import { RoleChoice } from '@/features/organisation/members/role-choice'
import { inviteSchema, type InviteValues } from '@/features/organisation/schema'
import type { Side } from '@/features/organisation/text'
import { formatDate } from '@/lib/format'
import { Button } from '@/ui/button'
import { CopyField } from '@/ui/copy-field'
import { Dialog, DialogActions, DialogClose, DialogContent, DialogTrigger } from '@/ui/dialog'
import { ErrorSummary } from '@/ui/error-summary'
import { Field, FieldError } from '@/ui/field'
import { Input } from '@/ui/input'
import { useForm } from '@/ui/use-form'

type InviteDialogProps = {
  organisation: { id: string; name: string }
  side: Side
  onInvited: (invited: Invited) => void
}

/** Invites an address and then shows the link. A search parameter opens the dialog, too. */
export function InviteDialog({ organisation, side, onInvited }: InviteDialogProps) {
  const [params, setParams] = useSearchParams()
  const [invited, setInvited] = useState<Invited>()

  function open(next: boolean) {
    setParams(next ? { convidar: 'sim' } : {}, { replace: true, preventScrollReset: true })
    if (next) setInvited(undefined)
  }

  return (
    <Dialog open={params.has('convidar')} onOpenChange={open}>
      <DialogTrigger asChild>
        <Button variant="primary">
          <UserPlus className="size-4" aria-hidden />
          Convidar
        </Button>
      </DialogTrigger>
      <DialogContent
        title={invited ? 'Convite pronto' : 'Convidar para a equipe'}
        description={invited ? undefined : `Quem aceita passa a agir por ${organisation.name}.`}
      >
        {invited ? (
          <InvitedNotice invited={invited} />
        ) : (
          <InviteForm
            organisationId={organisation.id}
            side={side}
            onInvited={(next) => {
              onInvited(next)
              setInvited(next)
            }}
          />
        )}
      </DialogContent>
    </Dialog>
  )
}

type InviteFormProps = { organisationId: string; side: Side; onInvited: (invited: Invited) => void }

function InviteForm({ organisationId, side, onInvited }: InviteFormProps) {
  const form = useForm(inviteSchema, { email: '' })
  const { errors, submitCount, isSubmitting } = form.formState
  const invite = useMutation(inviteMember(useQueryClient(), organisationId))
  const [refusal, setRefusal] = useState<unknown>()

  async function send(values: InviteValues) {
    setRefusal(undefined)
    try {
      onInvited(await invite.mutateAsync(values))
    } catch (error) {
      setRefusal(error)
    }
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void form.handleSubmit(send)(event)}
    >
      <ErrorSummary errors={errors} submitCount={submitCount} />
      <Field
        name="email"
        label="E-mail"
        hint="Só a conta com este endereço pode aceitar."
        error={errors.email?.message}
      >
        <Input
          type="email"
          autoComplete="off"
          maxLength={BOUNDS.invitations.email}
          {...form.register('email')}
        />
      </Field>
      <RoleChoice side={side} error={errors.role?.message} control={form.register('role')} />
      {refusal !== undefined && (
        <div role="alert">
          <FieldError>{errorSentence(refusal)}</FieldError>
        </div>
      )}
      <DialogActions>
        <DialogClose asChild>
          <Button>Cancelar</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={isSubmitting}>
          Criar convite
        </Button>
      </DialogActions>
    </form>
  )
}

/** Says truthfully whether a mail is on its way. */
function InvitedNotice({ invited }: { invited: Invited }) {
  return (
    <div role="status" className="flex flex-col gap-4">
      <p className="text-sm">
        {invited.mailed
          ? `Enviamos o convite para ${invited.email}. Se preferir, entregue o link você mesmo.`
          : `Entregue este link a ${invited.email}: este servidor não envia e-mails.`}
      </p>
      <CopyField label="Link do convite" value={invited.link} />
      <p className="text-sm text-muted">
        Vale até {formatDate(invited.expires_at)}, uma vez, e só para este endereço.
      </p>
      <DialogActions>
        <DialogClose asChild>
          <Button>Pronto</Button>
        </DialogClose>
      </DialogActions>
    </div>
  )
}
