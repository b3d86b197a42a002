import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ApiError } from '@/api/errors'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/use-title'
import { Button } from '@/ui/button'
import { Container } from '@/ui/container'

/** The last resort: something in a page broke. Never a blank screen. */
export function ErrorScreen() {
  return <ErrorReport error={useRouteError()} onRetry={() => window.location.reload()} />
}

type ErrorReportProps = { error: unknown; onRetry: () => void; retrying?: boolean }

/** Stands outside the router too, where nothing else is left: a plain link, which loads the page anew. */
export function ErrorReport({ error, onRetry, retrying = false }: ErrorReportProps) {
  useTitle('Erro')
  return (
    <Container className="flex max-w-xl flex-col items-start gap-4 py-24" role="alert">
      <h1 tabIndex={-1} className="text-2xl font-semibold">
        Unexpected Application Error!
      </h1>
      <p className="text-muted">Algo nesta página falhou. Seus dados estão a salvo.</p>
      <p className="figures w-full rounded border border-line bg-sunken px-4 py-3 text-sm break-words">
        {describe(error)}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" loading={retrying} onClick={onRetry}>
          Tentar novamente
        </Button>
        <Button asChild>
          <a href={paths.home()}>Voltar para a página inicial</a>
        </Button>
      </div>
    </Container>
  )
}

function describe(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim()
  if (error instanceof ApiError) return error.status > 0 ? `${error.status} ${error.message}` : error.message
  return error instanceof Error ? error.message : 'Erro desconhecido'
}
