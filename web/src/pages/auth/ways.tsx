import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { ConfirmMail } from '@/features/account/confirm-mail'
import { LoginForm } from '@/features/account/sign-in/login-form'
import { RegisterPanel } from '@/features/account/register/register-form'
import {
  InvitationBanner,
  InvitationLoading,
  useInvitation,
} from '@/features/organisation/invitations/invitation-state'
import { storeLoginRedirect, readLoginRedirect } from '@/lib/navigation/login-redirect'
import { Tab, TabList, TabPanel, Tabs } from '@/ui/tabs'

/** The address that just registered, and whether it used an invitation up. */
export type Registered = { email: string; hasJoined: boolean; awaitsMail: boolean }

type WaysProps = {
  /** The token of an invitation; empty without one. */
  invitation: string
  registered: Registered
  onRegistered: (registered: Registered) => void
}

/** Signing in and registering as two tabs, with the invitation that the visitor holds. */
export function Ways({ invitation, registered, onRegistered }: WaysProps) {
  const [params] = useSearchParams()
  const { hash, ...location } = useLocation()
  const redirect = readLoginRedirect(location.state)
  const navigate = useNavigate()
  const { data, error, isLoading } = useInvitation(invitation)
  const open = data?.is_open === true && !registered.hasJoined ? data : undefined
  const tab = params.get('tab') === 'register' ? 'register' : 'login'

  function show(next: string) {
    void navigate(
      { search: `?tab=${next}`, hash },
      { replace: true, preventScrollReset: true, state: redirect },
    )
  }

  function welcome(email: string, hasJoined: boolean, awaitsMail: boolean) {
    // The link in the mail opens a new page, which does not know the state of this one.
    if (awaitsMail) storeLoginRedirect(redirect)
    onRegistered({ email, hasJoined, awaitsMail })
    show('login')
  }

  // Until the invitation is known, the form for uninvited visitors must not appear.
  if (isLoading) return <InvitationLoading />
  return (
    <>
      <h1 tabIndex={-1} className="mb-6 text-2xl font-semibold">
        {open ? `Entre na equipe de ${open.organisation}` : HEADINGS[tab]}
      </h1>
      <InvitationBanner
        invitation={open}
        isRefused={(error !== null || data?.is_open === false) && !registered.hasJoined}
        error={error}
      />
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
          <RegisterPanel
            invitation={open && { token: invitation, email: open.email }}
            role={redirect?.role}
            onRegistered={welcome}
          />
        </TabPanel>
      </Tabs>
    </>
  )
}

const HEADINGS = { login: 'Acesse sua conta', register: 'Crie sua conta' } as const
