import type { Session } from '@supabase/supabase-js'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { errorSentence } from '@/api/errors'
import { useSignOut } from '@/api/session/session'
import { CompletionForm } from '@/features/account/register/completion-form'
import { registrationQuery } from '@/features/account/register/registration-queries'
import { DeleteAccount } from '@/features/settings/account/delete-account'
import { currentToast, dismissToast } from '@/lib/toast'
import { useTitle } from '@/lib/navigation/use-title'
import { Button } from '@/ui/button'
import { Card, CardBody } from '@/ui/card'
import { ErrorState } from '@/ui/error-state'
import { Page } from '@/ui/page'
import { Loading, SkeletonList } from '@/ui/skeleton'
import { focusHeading } from '@/ui/use-return'

/** Between the first sign-in and the market: in the place of every page until the registration is whole. */
export function CompleteRegistrationPage({ session }: { session: Session }) {
  useTitle('Complete seu cadastro')
  const signOut = useSignOut()
  // It takes the place of another page under the same address, which nobody announces.
  useEffect(() => {
    focusHeading()
    // The way in has greeted as if it were over, and lies over the heading on a phone.
    const greeting = currentToast()
    if (greeting !== undefined) dismissToast(greeting.id)
  }, [])
  return (
    <main id="conteudo" tabIndex={-1}>
      <Page className="max-w-lg">
        <Card>
          <CardBody className="flex flex-col gap-6">
            <div className="flex flex-col gap-2">
              <h1 tabIndex={-1} className="text-2xl font-semibold">
                Complete seu cadastro
              </h1>
              <p className="text-muted">
                Falta pouco para usar a conta{' '}
                <span className="font-medium break-all text-ink">{session.user.email}</span>: confira seus
                dados e aceite os termos.
              </p>
            </div>
            <Rest userId={session.user.id} />
            <div className="flex flex-wrap justify-between gap-2 border-t border-line pt-4">
              <Button
                variant="ghost"
                onClick={() => void signOut(() => Promise.resolve()).catch(() => undefined)}
              >
                Sair
              </Button>
              <DeleteAccount />
            </div>
          </CardBody>
        </Card>
      </Page>
    </main>
  )
}

function Rest({ userId }: { userId: string }) {
  const { data, error, refetch, isFetching } = useQuery(registrationQuery(userId))
  if (error !== null)
    return <ErrorState message={errorSentence(error)} onRetry={() => void refetch()} retrying={isFetching} />
  if (data === undefined) {
    return (
      <Loading label="Carregando o seu cadastro…">
        <SkeletonList lines={4} />
      </Loading>
    )
  }
  return <CompletionForm userId={userId} said={data ?? { name: '', role: null, skills: [] }} />
}
