import { StrictMode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { takeOver } from '@/app/early'
import { ErrorBoundary } from '@/app/error-boundary'
import { ErrorReport } from '@/app/error-screen'
import { createQueryClient, Providers } from '@/app/providers'
import { routes } from '@/app/routes'
import { reloadIfDeployed } from '@/lib/deployment'
import '@/styles/index.css'

// After a deployment an open page asks for files that are gone.
window.addEventListener('vite:preloadError', () => void reloadIfDeployed())

const container = document.getElementById('root')
if (container === null) throw new Error('index.html has no #root')

const router = createBrowserRouter(routes)
const root = createRoot(container)

function render(place: HTMLElement): void {
  const redo = takeOver(place)
  root.render(
    <StrictMode>
      <ErrorBoundary fallback={(error) => <ErrorReport error={error} />}>
        <Providers queryClient={createQueryClient()}>
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
  render(container)
} else {
  const unsubscribe = router.subscribe((state) => {
    if (!state.initialized) return
    unsubscribe()
    render(container)
  })
}
