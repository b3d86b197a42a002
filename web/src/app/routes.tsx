import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { ErrorScreen } from '@/app/error-screen'
import { DashboardHome, RequirePerson, RequireRight, RequireRole } from '@/app/guards'
import { PublicLayout } from '@/app/public-layout'
import { Root } from '@/app/root'
import type { Reads } from '@/api/request/preloaded'
import type { Role } from '@/api/session/profile'
import type { Deed } from '@/api/session/party'
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
            children: [
              page(ROUTES.home, () => import('@/pages/home'), 'HomePage'),
              page(ROUTES.howItWorks, () => import('@/pages/how-it-works'), 'HowItWorksPage'),
              page(ROUTES.professionals, () => import('@/pages/professionals'), 'ProfessionalsPage'),
              page(ROUTES.professional, () => import('@/pages/professional'), 'ProfessionalPage'),
              page(ROUTES.professionalProfile, () => import('@/pages/professional'), 'ProfessionalPage'),
              page(ROUTES.company, () => import('@/pages/company'), 'CompanyPage'),
              page(ROUTES.projects, () => import('@/pages/projects'), 'ProjectsPage'),
              page(ROUTES.project, () => import('@/pages/project'), 'ProjectPage'),
              page(ROUTES.solutions, () => import('@/pages/solutions'), 'SolutionsPage'),
              page(ROUTES.services, () => import('@/pages/services'), 'ServicesPage'),
              page(ROUTES.consulting, () => import('@/pages/consulting'), 'ConsultingPage'),
              page(ROUTES.invitation, () => import('@/pages/invitation'), 'InvitationPage'),
              page(ROUTES.mailLink, () => import('@/pages/mail-link'), 'MailLinkPage'),
              page(ROUTES.auth, () => import('@/pages/auth'), 'AuthPage'),
              page(ROUTES.terms, () => import('@/pages/terms'), 'TermsPage'),
              page(ROUTES.privacy, () => import('@/pages/privacy'), 'PrivacyPage'),
              page(ROUTES.accessibility, () => import('@/pages/accessibility'), 'AccessibilityPage'),
              page(ROUTES.api, () => import('@/pages/api'), 'ApiPage'),
              page(ROUTES.apiTables, () => import('@/pages/api-tables'), 'ApiTablesPage'),
              page('*', () => import('@/pages/not-found'), 'NotFoundPage'),
            ],
          },
        ],
      },
      {
        lazy: async () => ({ Component: (await import('@/app/dashboard-layout')).DashboardLayout }),
        children: [
          members(
            { path: ROUTES.dashboard, element: <DashboardHome /> },
            page(ROUTES.messages, () => import('@/pages/messages'), 'MessagesPage'),
            page(ROUTES.conversation, () => import('@/pages/messages'), 'MessagesPage'),
            page(ROUTES.notifications, () => import('@/pages/notifications'), 'NotificationsPage'),
            page(ROUTES.share, () => import('@/pages/share'), 'SharePage'),
            page(ROUTES.editProfile, () => import('@/pages/edit-profile'), 'EditProfilePage'),
            page(ROUTES.settings, () => import('@/pages/settings'), 'SettingsPage'),
          ),
          only(
            ['professional'],
            page(
              ROUTES.professionalDashboard,
              () => import('@/pages/professional-dashboard'),
              'ProfessionalDashboardPage',
            ),
            page(ROUTES.ownProposals, () => import('@/pages/own-proposals'), 'OwnProposalsPage'),
            page(ROUTES.reviews, () => import('@/pages/reviews'), 'ReviewsPage'),
            who(
              'publish',
              page(ROUTES.portfolio, () => import('@/pages/portfolio'), 'PortfolioPage'),
              page(
                ROUTES.addPortfolioProject,
                () => import('@/pages/add-portfolio-project'),
                'AddPortfolioProjectPage',
              ),
              page(
                ROUTES.editPortfolioProject,
                () => import('@/pages/edit-portfolio-project'),
                'EditPortfolioProjectPage',
              ),
            ),
          ),
          only(
            ['company'],
            page(ROUTES.companyDashboard, () => import('@/pages/company-dashboard'), 'CompanyDashboardPage'),
            page(ROUTES.manageProjects, () => import('@/pages/manage-projects'), 'ManageProjectsPage'),
            who(
              'publish',
              page(ROUTES.publishProject, () => import('@/pages/publish-project'), 'PublishProjectPage'),
              page(ROUTES.editProject, () => import('@/pages/edit-project'), 'EditProjectPage'),
            ),
            page(ROUTES.equalisation, () => import('@/pages/equalisation'), 'EqualisationPage'),
            page(ROUTES.projectProposals, () => import('@/pages/project-proposals'), 'ProjectProposalsPage'),
          ),
          only(
            ['professional', 'company', 'admin'],
            page(ROUTES.contract, () => import('@/pages/contract'), 'ContractPage'),
            page(ROUTES.contractDocument, () => import('@/pages/contract-document'), 'ContractDocumentPage'),
          ),
          only(
            ['professional', 'company'],
            who(
              'pay',
              page(ROUTES.finance, () => import('@/pages/finance'), 'FinancePage'),
            ),
            page(ROUTES.contracts, () => import('@/pages/contracts'), 'ContractsPage'),
            page(ROUTES.team, () => import('@/pages/team'), 'TeamPage'),
            page(ROUTES.registerFirm, () => import('@/pages/register-firm'), 'RegisterFirmPage'),
            who(
              'manage',
              page(
                ROUTES.editOrganisation,
                () => import('@/pages/edit-organisation'),
                'EditOrganisationPage',
              ),
            ),
          ),
          only(
            ['professional', 'company', 'admin'],
            page(
              ROUTES.contractChecklist,
              () => import('@/pages/contract-checklist'),
              'ContractChecklistPage',
            ),
            page(ROUTES.dispute, () => import('@/pages/dispute'), 'DisputePage'),
            page(ROUTES.disputeByKey, () => import('@/pages/dispute'), 'DisputePage'),
          ),
          only(
            ['admin'],
            page(ROUTES.admin, () => import('@/pages/admin'), 'AdminPage'),
          ),
        ],
      },
    ],
  },
  ...(import.meta.env.DEV ? [developers()] : []),
]

/** Pages for developers: a production build does not contain them. */
function developers(): RouteObject {
  return { path: '/dev/ui', lazy: async () => ({ Component: (await import('@/dev/ui-page')).UiPage }) }
}

/** A page by its address, its module and the exported component; `reads` are its first queries. */
function page<Name extends string>(
  path: (typeof ROUTES)[keyof typeof ROUTES] | '*',
  load: () => Promise<Record<Name, ComponentType> & { reads?: Reads }>,
  name: Name,
): RouteObject {
  return {
    path,
    lazy: async () => {
      const module = await load()
      return { Component: module[name], handle: module.reads }
    },
  }
}

/** Pages for signed-in people. */
function members(...children: RouteObject[]): RouteObject {
  return { element: <RequirePerson />, children: [{ errorElement: <ErrorScreen />, children }] }
}

/** Pages for these roles. */
function only(roles: readonly Role[], ...children: RouteObject[]): RouteObject {
  return members({ element: <RequireRole roles={roles} />, children })
}

/** Pages for people who hold a right. */
function who(right: Deed, ...children: RouteObject[]): RouteObject {
  return { element: <RequireRight right={right} />, children }
}
