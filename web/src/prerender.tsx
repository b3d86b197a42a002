import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { keys } from '@/api/keys'
import { DRAWN_INSTITUTION } from '@/api/payment'
import { createQueryClient, Providers } from '@/app/providers'
import { routes } from '@/app/routes'

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
