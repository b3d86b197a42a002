import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { createQueryClient, Providers } from '@/app/providers'
import { routes } from '@/app/routes'
import '@/styles/index.css'

const RELOAD_KEY = 'automacao-reloaded-for'

// After a deployment an open page asks for files that are gone: load it anew, once an address.
window.addEventListener('vite:preloadError', (event) => {
  if (sessionStorage.getItem(RELOAD_KEY) === window.location.href) return
  sessionStorage.setItem(RELOAD_KEY, window.location.href)
  event.preventDefault()
  window.location.reload()
})

const container = document.getElementById('root')
if (container === null) throw new Error('index.html has no #root')

// What somebody typed into the drawn page, while the script was on its way, is searched for.
const typed = container.querySelector<HTMLInputElement>('[data-drawn] input[type=search]')?.value ?? ''
if (typed.trim() !== '') {
  const address = new URL(window.location.href)
  address.searchParams.set('q', typed)
  window.history.replaceState(window.history.state, '', address)
}

const router = createBrowserRouter(routes)
const root = createRoot(container)

function render(): void {
  root.render(
    <StrictMode>
      <Providers queryClient={createQueryClient()}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  )
}

// The first page's code is there before anything is drawn, so that prerendered
// HTML is never replaced by an empty frame.
if (router.state.initialized) {
  render()
} else {
  const unsubscribe = router.subscribe((state) => {
    if (!state.initialized) return
    unsubscribe()
    render()
  })
}
