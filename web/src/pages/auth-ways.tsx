import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { errorSentence, sentenceOf } from '@/api/errors'
import { ConfirmMail } from '@/features/account/confirm-mail'
import { LoginForm } from '@/features/account/sign-in/login-form'
import { RegisterForm } from '@/features/account/register/register-form'
import { invitationQuery } from '@/features/organisation/queries'
import { storeLoginRedirect, readLoginRedirect } from '@/lib/navigation/login-redirect'
import { Loading, Skeleton } from '@/ui/skeleton'
import { Tab, TabList, TabPanel, Tabs } from '@/ui/tabs'

const InviteeForm = lazy(async () => ({
  default: (await import('@/features/account/register/invitee-form')).InviteeForm,
}))
const InvitationNotice = lazy(async () => ({
  default: (await import('@/features/organisation/invitations/invitation-notice')).InvitationNotice,
}))

/** The address that just registered; a colleague's invitation is used up by it. */
export type Registered = { email: string; hasJoined: boolean; awaitsMail: boolean }

type WaysProps = {
  /** The secret of an invitation; empty without one. */
  invitation: string
  registered: Registered
  onRegistered: (registered: Registered) => void
}

/** Signing in and registering, side by side; for whoever was invited, with what into. */
export function Ways({ invitation, registered, onRegistered }: WaysProps) {
  const [params] = useSearchParams()
  const { hash, ...location } = useLocation()
  const intent = readLoginRedirect(location.state)
  const navigate = useNavigate()
  const { data, error, isLoading } = useQuery({ ...invitationQuery(invitation), enabled: invitation !== '' })
  const open = data?.is_open === true && !registered.hasJoined ? data : undefined
  const tab = params.get('tab') === 'register' ? 'register' : 'login'

  function show(next: string) {
    void navigate(
      { search: `?tab=${next}`, hash },
      { replace: true, preventScrollReset: true, state: intent },
    )
  }

  function welcome(email: string, hasJoined: boolean, awaitsMail: boolean) {
    // The mail's link opens a page that knows nothing of this one.
    if (awaitsMail) storeLoginRedirect(intent)
    onRegistered({ email, hasJoined, awaitsMail })
    show('login')
  }

  // The form of strangers is not shown to who may have been invited.
  if (isLoading) return <InvitationSkeleton />
  return (
    <>
      <h1 tabIndex={-1} className="mb-6 text-2xl font-semibold">
        {open ? `Entre na equipe de ${open.organisation}` : HEADINGS[tab]}
      </h1>
      {open && (
        <Suspense fallback={<Skeleton className="mb-6 h-20" />}>
          <InvitationNotice invitation={open} />
        </Suspense>
      )}
      {(error !== null || data?.is_open === false) && !registered.hasJoined && <Refusal error={error} />}
      <Tabs value={tab} onValueChange={show}>
        <TabList aria-label="Entrar ou cadastrar-se">
          <Tab value="login">Entrar</Tab>
          <Tab value="register">Cadastrar</Tab>
        </TabList>
        <TabPanel value="login">
          {registered.awaitsMail && <ConfirmMail email={registered.email} />}
          <LoginForm key={registered.email} initialEmail={registered.email || (open?.email ?? '')} />
        </TabPanel>
        <TabPanel value="register">
          {open ? (
            <Suspense fallback={<Skeleton className="h-96" />}>
              <InviteeForm
                invitation={invitation}
                email={open.email}
                onRegistered={(email, awaitsMail) => welcome(email, true, awaitsMail)}
              />
            </Suspense>
          ) : (
            <RegisterForm
              role={intent?.role}
              onRegistered={(email, awaitsMail) => welcome(email, false, awaitsMail)}
            />
          )}
        </TabPanel>
      </Tabs>
    </>
  )
}

const HEADINGS = { login: 'Acesse sua conta', register: 'Crie sua conta' } as const

/** Why an invitation opens nothing: the call's error, or that it is over. */
function Refusal({ error }: { error: Error | null }) {
  return (
    <p role="alert" className="mb-6 rounded border border-line bg-sunken px-4 py-3 text-sm">
      {error === null ? sentenceOf('invitation_over') : errorSentence(error)}
    </p>
  )
}

function InvitationSkeleton() {
  return (
    <>
      <h1 tabIndex={-1} className="mb-6 text-2xl font-semibold">
        Convite para uma equipe
      </h1>
      <Loading label="Carregando convite…">
        <Skeleton className="mb-6 h-20" />
        <Skeleton className="h-96" />
      </Loading>
    </>
  )
}
