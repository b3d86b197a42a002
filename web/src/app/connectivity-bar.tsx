import { useQueryClient } from '@tanstack/react-query'
import { CloudOff, WifiOff } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { healFailures } from '@/api/invalidation'
import { shownSince } from '@/api/device/last-seen'
import {
  probeNow,
  followBrowserConnectivity,
  isServerDown,
  watchConnectivity,
} from '@/api/device/connectivity'
import { formatWhen } from '@/lib/format'
import { Button } from '@/ui/button'
import { Container } from '@/ui/page'

/** The browser may learn that it is offline only after the server was not reached. */
function watchBrowser(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Says that the server cannot be reached, while that is so; afterwards it refetches what failed. */
export function ConnectivityBar() {
  const queryClient = useQueryClient()
  const isDown = useSyncExternalStore(watchConnectivity, isServerDown, () => false)
  const isOffline = useSyncExternalStore(
    watchBrowser,
    () => !navigator.onLine,
    () => false,
  )
  useEffect(followBrowserConnectivity, [])
  useEffect(
    () =>
      watchConnectivity(() => {
        if (!isServerDown()) void healFailures(queryClient)
      }),
    [queryClient],
  )
  return (
    <div role="status" aria-live="polite" className="print:hidden">
      {isDown && <Away isOffline={isOffline} />}
    </div>
  )
}

function Away({ isOffline }: { isOffline: boolean }) {
  const since = useShownSince()
  const Icon = isOffline ? WifiOff : CloudOff
  return (
    <div className="border-b border-line bg-warning-soft text-ink">
      <Container className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
        <p className="flex min-w-0 flex-1 basis-60 items-center gap-2.5 text-sm">
          <Icon className="size-4 shrink-0" aria-hidden />
          {awayText(isOffline, since)}
        </p>
        <Button size="sm" onClick={probeNow}>
          Tentar agora
        </Button>
      </Container>
    </div>
  )
}

function awayText(isOffline: boolean, since: number | undefined): string {
  if (since !== undefined) {
    const lead = isOffline ? 'Sem conexão' : 'Não conseguimos falar com o servidor'
    return `${lead}: mostrando o que você viu por último, ${formatWhen(since)}.`
  }
  return isOffline
    ? 'Você está sem internet. O que já foi carregado continua aqui; voltamos sozinhos quando ela voltar.'
    : 'Não conseguimos falar com o servidor. O que já foi carregado continua aqui; estamos tentando de novo.'
}

/** The age of the restored data on the screen. */
function useShownSince(): number | undefined {
  const queryClient = useQueryClient()
  return useSyncExternalStore(
    (changed) => queryClient.getQueryCache().subscribe(changed),
    () => shownSince(queryClient),
  )
}
