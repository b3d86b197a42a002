import { lazy, Suspense, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { errorSentence } from '@/api/errors'
import { useMailLinkNotices } from '@/features/account/sign-in/use-mail-link-notices'
import { useSession } from '@/api/session/session'
import { storeLoginRedirect, storedLoginRedirect, readLoginRedirect } from '@/lib/navigation/login-redirect'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { Headline } from '@/pages/auth/headline'
import { Ways, type Registered } from '@/pages/auth/ways'
import { ErrorState } from '@/ui/error-state'
import { Page } from '@/ui/page'

// Read when the module loads, before the client takes the session out of the address.
const ARRIVED_TO_RECOVER = /[#&]type=recovery(&|$)/.test(window.location.hash)

const NewPasswordForm = lazy(async () => ({
  default: (await import('@/features/account/sign-in/password-forms')).NewPasswordForm,
}))

export function AuthPage() {
  useTitle('Entrar ou cadastrar-se')
  useMailLinkNotices()
  const state = useSession()
  const hasArrived = state.status === 'signed-in'
  useEffect(() => {
    if (hasArrived) storeLoginRedirect(undefined)
  }, [hasArrived])
  const [isRecovering, setIsRecovering] = useState(ARRIVED_TO_RECOVER)
  const [registered, setRegistered] = useState<Registered>({
    email: '',
    hasJoined: false,
    awaitsMail: false,
  })
  const invitation = tokenIn(useLocation().hash)
  const from = useWantedAddress()
  if (state.status === 'signed-in' && isRecovering) {
    return (
      <Page className="max-w-lg">
        <h1 tabIndex={-1} className="mb-6 text-2xl font-semibold">
          Crie uma nova senha
        </h1>
        <Suspense>
          <NewPasswordForm onChanged={() => setIsRecovering(false)} />
        </Suspense>
      </Page>
    )
  }
  if (state.status === 'signed-in') {
    const mayAccept = invitation !== '' && !registered.hasJoined
    return <Navigate to={mayAccept ? paths.invitation(invitation) : from} replace />
  }
  if (state.status === 'loading' && state.failure !== undefined) {
    const { error, retry, isRetrying } = state.failure
    return <ErrorState level={1} message={errorSentence(error)} onRetry={retry} retrying={isRetrying} />
  }
  return (
    <div className="grid min-h-full grid-cols-1 lg:grid-cols-2">
      <Headline />
      <div className="mx-auto w-full max-w-lg min-w-0 px-4 py-10 sm:px-8 lg:py-16">
        <Ways invitation={invitation} registered={registered} onRegistered={setRegistered} />
      </div>
    </div>
  )
}

/** The token of an invitation in an address: `#convite=…`. */
function tokenIn(hash: string): string {
  return new URLSearchParams(hash.slice(1)).get('convite') ?? ''
}

/** Where the visitor wanted to go before they had to sign in; after a mail's link, before they registered. */
function useWantedAddress(): string {
  const intent = readLoginRedirect(useLocation().state)
  const [kept] = useState(storedLoginRedirect)
  return (intent ?? kept)?.from ?? paths.dashboard()
}
