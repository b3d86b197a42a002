import { lazy, Suspense, type ComponentProps } from 'react'
import { RegisterForm } from '@/features/account/register/register-form'
import { Skeleton } from '@/ui/skeleton'

const InviteeForm = lazy(async () => ({
  default: (await import('@/features/account/register/invitee-form')).InviteeForm,
}))

type RegisterPanelProps = {
  /** The open invitation that the visitor holds, if any. */
  invitation: { token: string; email: string } | undefined
  role: ComponentProps<typeof RegisterForm>['role']
  /** `hasJoined` says whether the registration used the invitation up. */
  onRegistered: (email: string, hasJoined: boolean, awaitsMail: boolean) => void
}

/** The registration form of a visitor, or the shorter one of an invited colleague. */
export function RegisterPanel({ invitation, role, onRegistered }: RegisterPanelProps) {
  if (invitation === undefined) {
    return (
      <RegisterForm
        role={role}
        onRegistered={(email, awaitsMail) => onRegistered(email, false, awaitsMail)}
      />
    )
  }
  return (
    <Suspense fallback={<Skeleton className="h-96" />}>
      <InviteeForm
        invitation={invitation.token}
        email={invitation.email}
        onRegistered={(email, awaitsMail) => onRegistered(email, true, awaitsMail)}
      />
    </Suspense>
  )
}
