import type { Session } from '@supabase/supabase-js'
import { useEffect } from 'react'
import { useSignOut } from '@/api/session/session'
import { StoredCompletionForm } from '@/features/account/register/completion-form'
import { DeleteAccount } from '@/features/settings/account/delete-account'
import { currentToast, dismissToast } from '@/lib/toast'
import { useTitle } from '@/lib/navigation/use-title'
import { Button } from '@/ui/button'
import { Card, CardBody } from '@/ui/card'
import { Page } from '@/ui/page'
import { focusHeading } from '@/ui/dialog'

/** Replaces every page between the first sign-in and the end of the registration. */
export function CompleteRegistrationPage({ session }: { session: Session }) {
  useTitle('Complete seu cadastro')
  const signOut = useSignOut()
  // The address stays the same, so the route announcer does not announce this page.
  useEffect(() => {
    focusHeading()
    // The greeting of the sign-in is premature here, and covers the heading on a phone.
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
            <StoredCompletionForm userId={session.user.id} />
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
