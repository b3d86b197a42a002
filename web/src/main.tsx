import type { QueryClient } from '@tanstack/react-query'
import { startTransition, StrictMode, useLayoutEffect, useRef, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { captureInput } from '@/app/hydration/input-replay'
import { ErrorBoundary, ErrorReport } from '@/app/error-screen'
import { preloadedReads } from '@/app/hydration/page-reads'
import { createQueryClient, Providers } from '@/app/providers'
import { routes } from '@/app/routes'
import { prefetched } from '@/api/request/preloaded'
import { reloadIfDeployed } from '@/lib/device/deployment'
import '@/styles/index.css'

// After a deployment an open page asks for files that are gone.
window.addEventListener('vite:preloadError', () => void reloadIfDeployed())

type Router = ReturnType<typeof createBrowserRouter>

const container = document.getElementById('root')
if (container === null) throw new Error('index.html has no #root')

/** What the document carries is there before the first drawing, so that the page is never drawn without it. */
function start(drawn: HTMLElement, router: Router): void {
  const queryClient = createQueryClient()
  const show = () => render(drawn, <App router={router} queryClient={queryClient} />)
  const reads = preloadedReads(queryClient, router.state)
  if (reads === undefined) show()
  else void prefetched(reads).then(show)
}

function App({ router, queryClient }: { router: Router; queryClient: QueryClient }) {
  return (
    <ErrorBoundary fallback={(error) => <ErrorReport error={error} />}>
      <Providers queryClient={queryClient}>
        <RouterProvider router={router} />
      </Providers>
    </ErrorBoundary>
  )
}

/**
 * Makes the page beside the drawn one, in pieces between which the browser answers, and puts it in its
 * place when it is whole.
 */
function render(drawn: HTMLElement, app: ReactNode): void {
  const page = document.createElement('div')
  page.id = drawn.id
  const root = createRoot(page)
  let redo = () => {}
  startTransition(() =>
    root.render(
      <StrictMode>
        <Once
          do={() => {
            redo = captureInput(drawn, page)
            drawn.replaceWith(page)
          }}
        />
        {app}
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

/**
 * The first page's code is there before anything is drawn, so that prerendered HTML is never replaced by
 * an empty frame.
 */
function open(drawn: HTMLElement): void {
  const router = createBrowserRouter(routes)
  if (router.state.initialized) {
    start(drawn, router)
    return
  }
  const unsubscribe = router.subscribe((state) => {
    if (!state.initialized) return
    unsubscribe()
    start(drawn, router)
  })
}

// A task of its own: the browser answers once the scripts have been read.
setTimeout(open, 0, container)
