import { isRouteErrorResponse, Link, useRouteError } from 'react-router'
import { ApiError } from '@/api/errors'
import { useTitle } from '@/lib/use-title'
import { Button } from '@/ui/button'
import { Container } from '@/ui/container'

/** The last resort: something in a page broke. Never a blank screen. */
export function ErrorScreen() {
  return <ErrorReport error={useRouteError()} onRetry={() => window.location.reload()} />
}

export function ErrorReport({ error, onRetry }: { error: unknown; onRetry: () => void }) {
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
        <Button variant="primary" onClick={onRetry}>
          Tentar novamente
        </Button>
        <Button asChild>
          <Link to="/" reloadDocument>
            Voltar para a página inicial
          </Link>
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
