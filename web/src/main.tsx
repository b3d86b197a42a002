import type { QueryClient } from '@tanstack/react-query'
import { startTransition, StrictMode, useLayoutEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { takeOver } from '@/app/early'
import { ErrorBoundary } from '@/app/error-boundary'
import { ErrorReport } from '@/app/error-screen'
import { firstReads } from '@/app/first-reads'
import { createQueryClient, Providers } from '@/app/providers'
import { routes } from '@/app/routes'
import { primed } from '@/api/written'
import { reloadIfDeployed } from '@/lib/deployment'
import '@/styles/index.css'

// After a deployment an open page asks for files that are gone.
window.addEventListener('vite:preloadError', () => void reloadIfDeployed())

const container = document.getElementById('root')
if (container === null) throw new Error('index.html has no #root')

const router = createBrowserRouter(routes)

/** What the document carries is there before the first drawing, so that the page is never drawn without it. */
function start(drawn: HTMLElement): void {
  const queryClient = createQueryClient()
  const reads = firstReads(queryClient, router.state)
  if (reads === undefined) render(drawn, queryClient)
  else void primed(reads).then(() => render(drawn, queryClient))
}

/**
 * Makes the page beside the drawn one, in pieces between which the browser answers, and puts it in its
 * place when it is whole.
 */
function render(drawn: HTMLElement, queryClient: QueryClient): void {
  const page = document.createElement('div')
  page.id = drawn.id
  const root = createRoot(page)
  let redo = () => {}
  startTransition(() =>
    root.render(
      <StrictMode>
        <Once
          do={() => {
            redo = takeOver(drawn, page)
            drawn.replaceWith(page)
          }}
        />
        <ErrorBoundary fallback={(error) => <ErrorReport error={error} />}>
          <Providers queryClient={queryClient}>
            <RouterProvider router={router} />
          </Providers>
        </ErrorBoundary>
        <Once do={() => redo()} />
      </StrictMode>,
    ),
  )
}

/** Does something once, when what stands before it in the tree is there and before what stands behind it is. */
function Once({ do: act }: { do: () => void }) {
  const isDone = useRef(false)
  useLayoutEffect(() => {
    if (isDone.current) return
    isDone.current = true
    act()
  }, [act])
  return null
}

// The first page's code is there before anything is drawn, so that prerendered
// HTML is never replaced by an empty frame.
if (router.state.initialized) {
  start(container)
} else {
  const unsubscribe = router.subscribe((state) => {
    if (!state.initialized) return
    unsubscribe()
    start(container)
  })
}
