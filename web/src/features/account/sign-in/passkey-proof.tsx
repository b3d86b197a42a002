import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { errorSentence } from '@/api/errors'
import { wasLeft } from '@/api/session/passkeys'
import { proveByPasskey } from '@/features/account/queries'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'

/** The second step by the device itself. */
export function PasskeyProof({ factorId }: { factorId: string }) {
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
