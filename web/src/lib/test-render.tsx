import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'

/** For tests: renders an element at an address with empty caches, and tells the current address. */
export function renderAt(element: ReactNode, { path = '*', entries = ['/'] } = {}) {
  // As in the application, fresh data is not refetched.
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } })
  const router = createMemoryRouter([{ path, element }, ...(path === '*' ? [] : [{ path: '*' }])], {
    initialEntries: entries,
  })
  const { container } = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return {
    container,
    pathname: () => router.state.location.pathname,
    search: () => router.state.location.search,
  }
}
