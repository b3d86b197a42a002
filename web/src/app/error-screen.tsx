import { useEffect, useState } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ApiError, errorSentence, toApiError } from '@/api/errors'
import {
  isServerReady,
  probeNow,
  probeServer,
  isServerDown,
  watchConnectivity,
} from '@/api/device/connectivity'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { reload } from '@/lib/device/reload'
import { Button } from '@/ui/button'
import { Container } from '@/ui/container'

/** The last resort: something in a page broke. Never a blank screen. */
export function ErrorScreen() {
  return <ErrorReport error={useRouteError()} />
}

/** Stands outside the router too, where nothing else is left: a plain link, which loads the page anew. */
export function ErrorReport({ error }: { error: unknown }) {
  useTitle('Erro')
  const [isTrying, setIsTrying] = useState(false)
  // What did not come for want of the server comes when it is back.
  useEffect(
    () =>
      watchConnectivity(() => {
        if (!isServerDown() && isUnreached(error)) reload()
      }),
    [error],
  )

  // Loading anew without the server would leave the browser's own page.
  async function retry() {
    setIsTrying(true)
    if (await isServerReady()) reload()
    else {
      probeServer()
      probeNow()
      setIsTrying(false)
    }
  }

  return (
    <Container className="flex max-w-xl flex-col items-start gap-4 py-24" role="alert">
      <h1 tabIndex={-1} className="text-2xl font-semibold">
        {isUnreached(error) ? 'Não foi possível carregar esta página' : 'Unexpected Application Error!'}
      </h1>
      <p className="text-muted">
        {isUnreached(error)
          ? 'Ela abre sozinha assim que o servidor responder.'
          : 'Algo nesta página falhou. Seus dados estão a salvo.'}
      </p>
      <p className="figures w-full rounded border border-line bg-sunken px-4 py-3 text-sm break-words">
        {describe(error)}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" loading={isTrying} onClick={() => void retry()}>
          Tentar novamente
        </Button>
        <Button asChild>
          <a href={paths.home()}>Voltar para a página inicial</a>
        </Button>
      </div>
    </Container>
  )
}

/** The server was away, or its files did not come. */
function isUnreached(error: unknown): boolean {
  return toApiError(error).code === 'offline'
}

function describe(error: unknown): string {
  if (isUnreached(error)) return errorSentence(error)
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim()
  if (error instanceof ApiError) return error.status > 0 ? `${error.status} ${error.message}` : error.message
  return error instanceof Error ? error.message : 'Erro desconhecido'
}
