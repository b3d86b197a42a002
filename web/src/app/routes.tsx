import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { ErrorScreen } from '@/app/error-screen'
import { DashboardHome, RequirePerson, RequireRight, RequireRole } from '@/app/guards'
import { PublicLayout } from '@/app/public-layout'
import { Root } from '@/app/root'
import type { Role } from '@/api/profile'
import type { Deed } from '@/api/party'

/** Every page of the product. Each is loaded when first visited. */
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
            children: [
              page('/', () => import('@/pages/home'), 'HomePage'),
              page('/como-funciona', () => import('@/pages/how-it-works'), 'HowItWorksPage'),
              page('/encontrar-profissional', () => import('@/pages/professionals'), 'ProfessionalsPage'),
              page(
                '/encontrar-profissional/:userId',
                () => import('@/pages/professional'),
                'ProfessionalPage',
              ),
              page('/perfil-profissional/:userId', () => import('@/pages/professional'), 'ProfessionalPage'),
              page('/perfil-empresa/:userId', () => import('@/pages/company'), 'CompanyPage'),
              page('/projetos', () => import('@/pages/projects'), 'ProjectsPage'),
              page('/projetos/:projectId', () => import('@/pages/project'), 'ProjectPage'),
              page('/solucoes', () => import('@/pages/solutions'), 'SolutionsPage'),
              page('/servicos', () => import('@/pages/services'), 'ServicesPage'),
              page('/consultoria', () => import('@/pages/consulting'), 'ConsultingPage'),
              page('/auth', () => import('@/pages/auth'), 'AuthPage'),
              page('/termos', () => import('@/pages/terms'), 'TermsPage'),
              page('/privacidade', () => import('@/pages/privacy'), 'PrivacyPage'),
              page('*', () => import('@/pages/not-found'), 'NotFoundPage'),
            ],
          },
        ],
      },
      {
        lazy: async () => ({ Component: (await import('@/app/dashboard-layout')).DashboardLayout }),
        children: [
          members(
            { path: '/dashboard', element: <DashboardHome /> },
            page('/dashboard/mensagens', () => import('@/pages/messages'), 'MessagesPage'),
            page('/dashboard/mensagens/:userId', () => import('@/pages/messages'), 'MessagesPage'),
            page('/dashboard/notificacoes', () => import('@/pages/notifications'), 'NotificationsPage'),
            page('/dashboard/perfil/editar', () => import('@/pages/edit-profile'), 'EditProfilePage'),
            page('/dashboard/configuracoes', () => import('@/pages/settings'), 'SettingsPage'),
          ),
          only(
            ['professional'],
            page(
              '/dashboard/professional',
              () => import('@/pages/professional-dashboard'),
              'ProfessionalDashboardPage',
            ),
            page('/dashboard/propostas', () => import('@/pages/own-proposals'), 'OwnProposalsPage'),
            page('/dashboard/avaliacoes', () => import('@/pages/reviews'), 'ReviewsPage'),
            who(
              'publish',
              page('/dashboard/portfolio/gerenciar', () => import('@/pages/portfolio'), 'PortfolioPage'),
              page(
                '/dashboard/portfolio/adicionar',
                () => import('@/pages/add-portfolio-project'),
                'AddPortfolioProjectPage',
              ),
              page(
                '/dashboard/portfolio/:itemId/editar',
                () => import('@/pages/edit-portfolio-project'),
                'EditPortfolioProjectPage',
              ),
            ),
          ),
          only(
            ['company'],
            page('/dashboard/company', () => import('@/pages/company-dashboard'), 'CompanyDashboardPage'),
            page(
              '/dashboard/projetos/gerenciar',
              () => import('@/pages/manage-projects'),
              'ManageProjectsPage',
            ),
            who(
              'publish',
              page('/dashboard/projetos/novo', () => import('@/pages/publish-project'), 'PublishProjectPage'),
              page(
                '/dashboard/projetos/:projectId/editar',
                () => import('@/pages/edit-project'),
                'EditProjectPage',
              ),
            ),
            page(
              '/dashboard/projetos/:projectId/propostas',
              () => import('@/pages/project-proposals'),
              'ProjectProposalsPage',
            ),
          ),
          only(
            ['professional', 'company'],
            who(
              'manage',
              page(
                '/dashboard/equipe/perfil',
                () => import('@/pages/edit-organisation'),
                'EditOrganisationPage',
              ),
            ),
          ),
          only(
            ['admin'],
            page('/dashboard/admin', () => import('@/pages/admin'), 'AdminPage'),
          ),
        ],
      },
    ],
  },
]

/** A page by its address, its module and the component it exports. */
function page<Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): RouteObject {
  return { path, lazy: async () => ({ Component: (await load())[name] }) }
}

/** Pages of whoever is signed in. */
function members(...children: RouteObject[]): RouteObject {
  return { element: <RequirePerson />, children: [{ errorElement: <ErrorScreen />, children }] }
}

/** Pages that only these roles may open. */
function only(roles: readonly Role[], ...children: RouteObject[]): RouteObject {
  return members({ element: <RequireRole roles={roles} />, children })
}

/** Pages that only who holds a right may open. */
function who(right: Deed, ...children: RouteObject[]): RouteObject {
  return { element: <RequireRight right={right} />, children }
}
