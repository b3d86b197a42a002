import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { keys } from '@/api/keys'
import { DRAWN_INSTITUTION } from '@/api/config'
import { createQueryClient, Providers } from '@/app/providers'
import { readsOf } from '@/app/hydration/page-reads'
import { routes } from '@/app/routes'
import { AVAILABILITIES, LEVELS, STATES, WORK_MODES } from '@/lib/work'

/**
 * The HTML of an address as a visitor sees it before any script has run: where the two sides settle
 * directly, or where an institution holds the money, whose name the server writes into it.
 */
export async function render(address: string, isHeld: boolean): Promise<string> {
  const queryClient = createQueryClient()
  if (isHeld) queryClient.setQueryData(keys.config, { institution: DRAWN_INSTITUTION })
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(new URL(address, 'http://prerender.invalid')))
  if (context instanceof Response) throw new Error(`${address} answers with ${context.status}`)
  return renderToString(
    <StrictMode>
      <Providers queryClient={queryClient}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </Providers>
    </StrictMode>,
  )
}

/** What a filter of a directory can be; the server leaves out what is none, as the page does. */
export const OPTIONS = {
  estado: STATES.map(({ value }) => value),
  modalidade: WORK_MODES.map(({ value }) => value),
  nivel: LEVELS,
  disponibilidade: AVAILABILITIES.map(({ value }) => value),
}

/** A request of a page's script: its address, and how its list is counted. */
type Asked = { address: string; count: string }

/** What a page asks first, of a server where there is that one row and nothing else. */
export async function asked(address: string, row: object): Promise<Asked[]> {
  const found: Asked[] = []
  const fetchBefore = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const { pathname, search } = new URL(
      input instanceof Request ? input.url : input,
      'http://prerender.invalid',
    )
    if (!pathname.startsWith('/rest/v1/')) return Promise.resolve(Response.json({ anonKey: '-' }))
    const [, count = ''] = /count=(\w+)/.exec(new Headers(init?.headers).get('Prefer') ?? '') ?? []
    const head = init?.method === 'HEAD' ? 'HEAD ' : ''
    found.push({ address: head + pathname + search, count })
    return Promise.resolve(Response.json([row], { headers: { 'Content-Range': '0-0/1' } }))
  }
  try {
    const url = new URL(address, 'http://prerender.invalid')
    const context = await createStaticHandler(routes).query(new Request(url))
    if (context instanceof Response) throw new Error(`${address} answers with ${context.status}`)
    const { matches } = context
    await readsOf(createQueryClient(), { matches, location: { search: url.search } })?.()
  } finally {
    globalThis.fetch = fetchBefore
  }
  return found
}
