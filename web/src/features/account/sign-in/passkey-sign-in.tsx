import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { errorSentence } from '@/api/errors'
import { usePasskeys, wasLeft } from '@/api/session/passkeys'
import { signInWithPasskey } from '@/features/account/queries'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'

/** The passkey sign-in, if the browser supports it. */
export function PasskeySignIn() {
  const arePossible = usePasskeys()
  const enter = useMutation({ mutationFn: signInWithPasskey })
  if (!arePossible) return null
  return (
    <div className="flex flex-col gap-4">
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        ou
      </p>
      <Button
        size="lg"
        loading={enter.isPending}
        onClick={() =>
          enter.mutate(undefined, {
            onSuccess: () => toast({ title: 'Login bem-sucedido!', description: 'Bem-vindo de volta!' }),
            onError: (error) => {
              if (!wasLeft(error))
                toast({ variant: 'destructive', title: 'Falha no login', description: errorSentence(error) })
            },
          })
        }
      >
        <KeyRound className="size-5" aria-hidden />
        Entrar com chave de acesso
      </Button>
      {wasLeft(enter.error) && (
        <p role="status" className="text-sm text-muted">
          {errorSentence(enter.error)}
        </p>
      )}
    </div>
  )
}
