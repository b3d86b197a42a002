import { useNavigate } from 'react-router'
import { endOtherSessions } from '@/api/session/end-session'
import { errorSentence } from '@/api/errors'
import { useSignOut } from '@/api/session/session'
import { paths } from '@/lib/paths'
import { toast } from '@/lib/toast'

/** "Sair" on this device. Navigates home first, so that no guard redirects to /auth. */
export function useLeave(): () => Promise<void> {
  const navigate = useNavigate()
  const signOut = useSignOut()
  return async () => {
    // Fails only when the session is already ending.
    const isTold = await signOut(async () => navigate(paths.home())).catch(() => true)
    if (isTold) return
    toast({
      title: 'Você saiu deste dispositivo',
      description:
        'Sem conexão, o servidor ainda não sabe: deixe esta página aberta até ela voltar, ou encerre a sessão depois em Configurações.',
    })
  }
}

/**
 * "Sair de todos os dispositivos". This device is last, so that a person whose other sessions could not
 * be ended is told, and stays signed in.
 */
export function useLeaveEverywhere(): () => Promise<void> {
  const navigate = useNavigate()
  const signOut = useSignOut()
  return async () => {
    try {
      await signOut(async () => {
        await endOtherSessions()
        await navigate(paths.home())
      })
      toast({ title: 'Você saiu de todos os dispositivos' })
    } catch (error) {
      toast({
        variant: 'destructive',
        title: 'Não foi possível sair dos outros dispositivos',
        description: errorSentence(error),
      })
    }
  }
}
