import { lazy, Suspense, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { errorSentence } from '@/api/errors'
import { useSession } from '@/api/session/session'
import { SiteImage } from '@/features/site-image/site-image'
import { storeLoginRedirect, storedLoginRedirect, readLoginRedirect } from '@/lib/navigation/login-redirect'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { Ways, type Registered } from '@/pages/auth-ways'
import { ErrorState } from '@/ui/error-state'
import { Page } from '@/ui/page'
import { toast } from '@/lib/toast'

// Read before the client takes the session out of the address.
const ARRIVED_TO_RECOVER = /[#&]type=recovery(&|$)/.test(window.location.hash)
let isLinkSpent = /[#&]error_code=/.test(window.location.hash)
let addressChange = changeOfAddress(window.location.hash)

const NewPasswordForm = lazy(async () => ({
  default: (await import('@/features/account/sign-in/new-password-form')).NewPasswordForm,
}))

export function AuthPage() {
  useTitle('Entrar ou cadastrar-se')
  useEffect(sayThatTheLinkIsSpent, [])
  useEffect(sayHowTheAddressChanges, [])
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

/** The secret of an invitation in an address: `#convite=…`. */
function tokenIn(hash: string): string {
  return new URLSearchParams(hash.slice(1)).get('convite') ?? ''
}

/** Whether a link agreed to a new address, as the first of the two or as the last. */
function changeOfAddress(hash: string): 'half' | 'done' | undefined {
  if (/[#&]message=Confirmation/.test(hash)) return 'half'
  return /[#&]type=email_change(&|$)/.test(hash) ? 'done' : undefined
}

function sayHowTheAddressChanges() {
  const change = addressChange
  addressChange = undefined // Said once, as above.
  if (change === 'half')
    toast({
      title: 'Falta o outro endereço',
      description: 'Abra agora o link que enviamos ao outro e-mail. A troca vale quando os dois confirmarem.',
    })
  if (change === 'done')
    toast({ title: 'E-mail alterado!', description: 'Use o novo e-mail no próximo acesso.' })
}

function sayThatTheLinkIsSpent() {
  if (!isLinkSpent) return
  isLinkSpent = false // Said once, however often one comes back to this page.
  toast({
    variant: 'destructive',
    title: 'Link expirado ou já usado',
    description: 'Cada link vale uma vez e por pouco tempo. Peça outro e use o e-mail mais recente.',
  })
}

/** Where the visitor was going when he was asked who he is; by a mail's link, before he registered. */
function useWantedAddress(): string {
  const intent = readLoginRedirect(useLocation().state)
  const [kept] = useState(storedLoginRedirect)
  return (intent ?? kept)?.from ?? paths.dashboard()
}

function Headline() {
  return (
    <aside className="hidden flex-col justify-center gap-8 border-r border-line bg-sunken p-16 lg:flex">
      <div className="flex flex-col gap-4">
        <p className="text-4xl leading-tight font-semibold">
          Conectando a indústria aos melhores profissionais de automação.
        </p>
        <p className="max-w-measure text-lg text-muted">
          Publique projetos, receba propostas e acompanhe tudo em um só lugar: do CLP ao supervisório.
        </p>
      </div>
      <SiteImage name="landingHero" alt="" sizes="(min-width: 64rem) 42rem, 1px" className="max-w-2xl" />
    </aside>
  )
}
