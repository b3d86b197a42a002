import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { createQueryClient, Providers } from '@/app/providers'
import { routes } from '@/app/routes'

/** The HTML of an address as a visitor sees it before any script has run. */
export async function render(address: string): Promise<string> {
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(new URL(address, 'http://prerender.invalid')))
  if (context instanceof Response) throw new Error(`${address} answers with ${context.status}`)
  return renderToString(
    <StrictMode>
      <Providers queryClient={createQueryClient()}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </Providers>
    </StrictMode>,
  )
}
