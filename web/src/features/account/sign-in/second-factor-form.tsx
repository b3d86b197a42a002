import { useState } from 'react'
import { usePasskeys, wasLeft } from '@/api/session/passkeys'
import type { Factor } from '@/api/session/second-factor'
import { CodeForm } from './code-form'
import { Button } from '@/ui/button'
import { focusHeading } from '@/ui/dialog'
import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { errorSentence } from '@/api/errors'
import { proveByPasskey } from '@/features/account/queries'
import { toast } from '@/lib/toast'

type Way = 'passkey' | 'app' | 'recovery'

/** The labels of the links to the other factors. */
const OTHERS: Record<Way, string> = {
  passkey: 'Usar chave de acesso',
  app: 'Usar o aplicativo autenticador',
  recovery: 'Usar um código de recuperação',
}

/** Asks for a second factor of the account, or for a recovery code. */
export function SecondFactorForm({ factors }: { factors: readonly Factor[] }) {
  const arePossible = usePasskeys()
  const [chosen, setChosen] = useState<Way>()
  const apps = factors.filter(({ kind }) => kind === 'app')
  const passkey = arePossible ? factors.find(({ kind }) => kind === 'passkey') : undefined
  const ways: Way[] = []
  if (passkey) ways.push('passkey')
  if (apps.length > 0) ways.push('app')
  ways.push('recovery')
  const way = chosen ?? ways[0] ?? 'recovery'

  // The pressed link disappears, so the focus moves to the next field, which a small screen
  // scrolls into view and opens the keyboard for.
  function choose(other: Way) {
    if (other === 'passkey') focusHeading()
    setChosen(other)
  }

  return (
    <div className="flex flex-col gap-5">
      {way === 'passkey' && passkey ? (
        <PasskeyProof factorId={passkey.id} />
      ) : (
        <CodeForm
          key={way}
          isChosen={chosen !== undefined}
          way={way === 'app' ? 'app' : 'recovery'}
          factors={apps.length > 0 ? apps : factors}
        />
      )}
      <div className="flex flex-col gap-1">
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} variant="ghost" onClick={() => choose(other)}>
              {other === 'recovery' && way === 'app' ? 'Estou sem o celular' : OTHERS[other]}
            </Button>
          ))}
      </div>
    </div>
  )
}

/** The second factor by a passkey. */
function PasskeyProof({ factorId }: { factorId: string }) {
  const prove = useMutation({ mutationFn: proveByPasskey })
  return (
    <div className="flex flex-col gap-5">
      <p className="text-sm text-muted">
        Confirme que é você com a digital, o rosto ou o PIN do aparelho onde está a sua chave.
      </p>
      {prove.isError && <p {...(wasLeft(prove.error) ? QUIET : LOUD)}>{errorSentence(prove.error)}</p>}
      <Button
        variant="primary"
        size="lg"
        loading={prove.isPending}
        onClick={() =>
          prove.mutate(factorId, {
            onSuccess: () => toast({ title: 'Login bem-sucedido!', description: 'Bem-vindo de volta!' }),
          })
        }
      >
        <KeyRound className="size-5" aria-hidden />
        Usar chave de acesso
      </Button>
    </div>
  )
}

const QUIET = { role: 'status', className: 'text-sm text-muted' } as const
const LOUD = { role: 'alert', className: 'text-sm text-danger' } as const
