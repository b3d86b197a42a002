import { useQueryClient } from '@tanstack/react-query'
import { CloudOff, WifiOff } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { healFailures } from '@/api/keys'
import { askAgain, followLine, isServerDown, watchReach } from '@/api/reach'
import { Button } from '@/ui/button'
import { Container } from '@/ui/container'

/** Says that the server cannot be reached, for as long as that is so; then what failed is read anew. */
export function ReachBar() {
  const queryClient = useQueryClient()
  const isDown = useSyncExternalStore(watchReach, isServerDown, () => false)
  useEffect(followLine, [])
  useEffect(
    () =>
      watchReach(() => {
        if (!isServerDown()) void healFailures(queryClient)
      }),
    [queryClient],
  )
  return (
    <div role="status" aria-live="polite" className="print:hidden">
      {isDown && <Away isOffline={!navigator.onLine} />}
    </div>
  )
}

function Away({ isOffline }: { isOffline: boolean }) {
  const Icon = isOffline ? WifiOff : CloudOff
  return (
    <div className="border-b border-line bg-warning-soft text-ink">
      <Container className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
        <p className="flex min-w-0 flex-1 basis-60 items-center gap-2.5 text-sm">
          <Icon className="size-4 shrink-0" aria-hidden />
          {isOffline
            ? 'Você está sem internet. O que já foi carregado continua aqui; voltamos sozinhos quando ela voltar.'
            : 'Não conseguimos falar com o servidor. O que já foi carregado continua aqui; estamos tentando de novo.'}
        </p>
        <Button size="sm" onClick={askAgain}>
          Tentar agora
        </Button>
      </Container>
    </div>
  )
}
