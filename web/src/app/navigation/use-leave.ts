import { useNavigate } from 'react-router'
import { endOtherSessions } from '@/api/session/other-sessions'
import { errorSentence } from '@/api/errors'
import { useSignOut } from '@/api/session/session'
import { paths } from '@/lib/paths'
import { toast } from '@/lib/toast'

/** "Sair" of this device: to the home page first, so that no guard redirects to /auth on the way. */
export function useLeave(): () => Promise<void> {
  const navigate = useNavigate()
  const signOut = useSignOut()
  return async () => {
    // Refused only when the session is already on its way out.
    const isTold = await signOut(async () => navigate(paths.home())).catch(() => true)
    if (isTold) return
    toast({
      title: 'Você saiu deste dispositivo',
      description:
        'Sem conexão, o servidor ainda não sabe: deixe esta página aberta até ela voltar, ou encerre a sessão depois em Configurações.',
    })
  }
}

/** "Sair de todos os dispositivos": this one last, so that who could not end the others is told and stays. */
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
