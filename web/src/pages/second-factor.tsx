import type { Session } from '@supabase/supabase-js'
import { useEffect } from 'react'
import { verifiedFactors } from '@/api/session/second-factor'
import { useSignOut } from '@/api/session/session'
import { SecondFactorForm } from '@/features/account/sign-in/second-factor-form'
import { useTitle } from '@/lib/navigation/use-title'
import { Button } from '@/ui/button'
import { Card, CardBody } from '@/ui/card'
import { focusHeading } from '@/ui/dialog'
import { Page } from '@/ui/page'

/** Replaces every page between the password and the second factor. */
export function SecondFactorPage({ session }: { session: Session }) {
  useTitle('Verificação em duas etapas')
  const signOut = useSignOut()
  // The address stays the same, so the route announcer does not announce this page.
  useEffect(focusHeading, [])
  return (
    <main id="conteudo" tabIndex={-1}>
      <Page className="max-w-lg">
        <Card>
          <CardBody className="flex flex-col gap-6">
            <div className="flex flex-col gap-2">
              <h1 tabIndex={-1} className="text-2xl font-semibold">
                Verificação em duas etapas
              </h1>
              <p className="text-muted">
                Falta um passo para entrar como{' '}
                <span className="font-medium break-all text-ink">{session.user.email}</span>.
              </p>
            </div>
            <SecondFactorForm factors={verifiedFactors(session)} />
            <div className="border-t border-line pt-4">
              <Button
                variant="ghost"
                onClick={() => void signOut(() => Promise.resolve()).catch(() => undefined)}
              >
                Entrar com outra conta
              </Button>
            </div>
          </CardBody>
        </Card>
      </Page>
    </main>
  )
}
