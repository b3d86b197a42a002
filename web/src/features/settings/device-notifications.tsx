import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { addDevice, readDevice, removeDevice, type DeviceState } from '@/api/device/push'
import { ApiError, errorSentence } from '@/api/errors'
import { after, invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'
import { toast } from '@/lib/toast'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'
import { Switch } from '@/ui/switch'

const HINTS: Record<DeviceState, string> = {
  on: 'Com o aplicativo fechado, este aparelho mostra quem escreveu ou o que aconteceu — nunca o texto da mensagem nem valores. Vale até você sair da conta nele.',
  off: 'Mostra quem escreveu ou o que aconteceu mesmo com o aplicativo fechado — nunca o texto da mensagem nem valores. O navegador vai pedir a sua permissão.',
  blocked:
    'O navegador está bloqueando. Para liberar, toque no ícone ao lado do endereço (ou abra as configurações do aplicativo no aparelho), permita as notificações e recarregue a página.',
  uninstalled:
    'No iPhone e no iPad, só com o aplicativo na tela de início: no Safari, toque em Compartilhar, depois em “Adicionar à Tela de Início”, e abra por lá.',
  unsupported: 'Este navegador não oferece notificações. Os avisos continuam no sino e por e-mail.',
}

function deviceQuery(profileId: string) {
  return queryOptions({
    queryKey: keys.settings.device(profileId),
    queryFn: () => readDevice(profileId),
    // The browser's permission changes without telling anybody.
    staleTime: 0,
  })
}

function chooseDevice(queryClient: QueryClient, profileId: string) {
  return {
    mutationFn: async (wanted: boolean): Promise<DeviceState> => {
      if (wanted) return addDevice(profileId)
      await removeDevice(profileId)
      return 'off'
    },
    onSettled: () => invalidate(queryClient, after.deviceChange(profileId)),
  }
}

/** Whether this device receives notifications; the browser asks for permission only after a click. */
export function DeviceNotifications({ profileId }: { profileId: string }) {
  const query = useQuery(deviceQuery(profileId))
  const choose = useMutation(chooseDevice(useQueryClient(), profileId))
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading label="Verificando este aparelho…">
        <Skeleton className="my-3 h-12" />
      </Loading>
    )
  }
  const state = query.data
  const isPossible = state === 'on' || state === 'off'
  return (
    <Switch
      label="Notificações neste aparelho"
      hint={HINTS[state]}
      checked={choose.isPending ? choose.variables : state === 'on'}
      disabled={!isPossible || choose.isPending}
      onCheckedChange={(wanted) =>
        choose.mutate(wanted, {
          onSuccess: (reached) => toast({ title: DONE[reached] }),
          onError: (error) =>
            toast({ variant: 'destructive', title: 'Aparelho não alterado', description: why(error) }),
        })
      }
    />
  )
}

const DONE: Record<DeviceState, string> = {
  on: 'Este aparelho recebe notificações',
  off: 'Este aparelho não recebe notificações',
  blocked: 'O navegador não permitiu as notificações',
  uninstalled: HINTS.uninstalled,
  unsupported: HINTS.unsupported,
}

/** What the browser refuses has no sentence of ours. */
function why(error: unknown): string {
  return error instanceof ApiError
    ? errorSentence(error)
    : 'O navegador não conseguiu registrar este aparelho. Verifique sua internet e tente novamente.'
}
