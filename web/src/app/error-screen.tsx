import { useEffect, useState, Component, type ReactNode } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import {
  isServerReady,
  probeNow,
  probeServer,
  isServerDown,
  watchConnectivity,
} from '@/api/device/connectivity'
import { ApiError, errorSentence, toApiError } from '@/api/errors'
import { reload } from '@/lib/device/reload'
import { useTitle } from '@/lib/navigation/use-title'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { Container } from '@/ui/page'

/** The last resort when a page breaks: never a blank screen. */
export function ErrorScreen() {
  return <ErrorReport error={useRouteError()} />
}

/** Also used outside the router, so it has a plain link that reloads the page. */
export function ErrorReport({ error }: { error: unknown }) {
  useTitle('Erro')
  const [isTrying, setIsTrying] = useState(false)
  // What failed because the server was down is loaded when the server is back.
  useEffect(
    () =>
      watchConnectivity(() => {
        if (!isServerDown() && isUnreached(error)) reload()
      }),
    [error],
  )

  // Reloading while the server is down would show the browser's own error page.
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

/** Whether the server was down or its files failed to load. */
function isUnreached(error: unknown): boolean {
  return toApiError(error).code === 'offline'
}

function describe(error: unknown): string {
  if (isUnreached(error)) return errorSentence(error)
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim()
  if (error instanceof ApiError) return error.status > 0 ? `${error.status} ${error.message}` : error.message
  return error instanceof Error ? error.message : 'Erro desconhecido'
}

type ErrorBoundaryProps = { children: ReactNode; fallback: (error: unknown) => ReactNode }

/** React offers error boundaries only as classes. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failure: { error: unknown } | null }> {
  override state: { failure: { error: unknown } | null } = { failure: null }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  override render() {
    const { failure } = this.state
    return failure === null ? this.props.children : this.props.fallback(failure.error)
  }
}

/** For parts that a page can do without: if one breaks, nothing is shown in its place. */
export function Expendable({ children }: { children: ReactNode }) {
  return <ErrorBoundary fallback={() => null}>{children}</ErrorBoundary>
}
