import type { RouteObject } from 'react-router'
import { ErrorScreen } from '@/app/error-screen'
import { DashboardHome } from '@/app/guards'
import { members, page } from '@/app/page-route'
import { MEMBER_PAGES, PUBLIC_PAGES } from '@/app/pages'
import { PublicLayout } from '@/app/public-layout'
import { Root } from '@/app/root'
import { ROUTES } from '@/lib/routes'

/** Every page of the product. Each is loaded on its first visit. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <ErrorScreen />,
    HydrateFallback: () => null,
    children: [
      {
        element: <PublicLayout />,
        children: [
          {
            errorElement: <ErrorScreen />,
            children: [...PUBLIC_PAGES, page('*', () => import('@/pages/not-found'), 'NotFoundPage')],
          },
        ],
      },
      {
        lazy: async () => ({ Component: (await import('@/app/dashboard-layout')).DashboardLayout }),
        children: [members({ path: ROUTES.dashboard, element: <DashboardHome /> }), ...MEMBER_PAGES],
      },
    ],
  },
  ...(import.meta.env.DEV ? [developers()] : []),
]

/** Pages for developers: a production build does not contain them. */
function developers(): RouteObject {
  return { path: '/dev/ui', lazy: async () => ({ Component: (await import('@/dev/ui-page')).UiPage }) }
}
