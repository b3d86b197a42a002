import type { QueryClient } from '@tanstack/react-query'
import { StrictMode, useLayoutEffect } from 'react'
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
const root = createRoot(container)

/** What the document carries is there before the first drawing, so that the page is never drawn without it. */
function start(place: HTMLElement): void {
  const queryClient = createQueryClient()
  const reads = firstReads(queryClient, router.state)
  if (reads === undefined) render(place, queryClient)
  else void primed(reads).then(() => render(place, queryClient))
}

function render(place: HTMLElement, queryClient: QueryClient): void {
  const redo = takeOver(place)
  root.render(
    <StrictMode>
      <ErrorBoundary fallback={(error) => <ErrorReport error={error} />}>
        <Providers queryClient={queryClient}>
          <RouterProvider router={router} />
        </Providers>
      </ErrorBoundary>
      <Drawn onDrawn={redo} />
    </StrictMode>,
  )
}

let isDrawn = false

/** Last in the tree: when it is there, so is the page. */
function Drawn({ onDrawn }: { onDrawn: () => void }) {
  useLayoutEffect(() => {
    if (isDrawn) return
    isDrawn = true
    onDrawn()
  }, [onDrawn])
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
