// Written by "automacao types" from routes.json; do not edit.

import type { RouteObject } from 'react-router'
import { members, only, page, who } from '@/app/page-route'
import { ROUTES } from '@/lib/routes'

/** The pages that everybody may open. */
export const PUBLIC_PAGES: RouteObject[] = [
  page(ROUTES.home, () => import('@/pages/home'), 'HomePage'),
  page(ROUTES.projects, () => import('@/pages/projects'), 'ProjectsPage'),
  page(ROUTES.professionals, () => import('@/pages/professionals'), 'ProfessionalsPage'),
  page(ROUTES.services, () => import('@/pages/services'), 'ServicesPage'),
  page(ROUTES.solutions, () => import('@/pages/solutions'), 'SolutionsPage'),
  page(ROUTES.consulting, () => import('@/pages/consulting'), 'ConsultingPage'),
  page(ROUTES.howItWorks, () => import('@/pages/how-it-works'), 'HowItWorksPage'),
  page(ROUTES.prices, () => import('@/pages/prices'), 'PricesPage'),
  page(ROUTES.terms, () => import('@/pages/terms'), 'TermsPage'),
  page(ROUTES.privacy, () => import('@/pages/privacy'), 'PrivacyPage'),
  page(ROUTES.accessibility, () => import('@/pages/accessibility'), 'AccessibilityPage'),
  page(ROUTES.api, () => import('@/pages/api'), 'ApiPage'),
  page(ROUTES.apiTables, () => import('@/pages/api-tables'), 'ApiTablesPage'),
  page(ROUTES.auth, () => import('@/pages/auth'), 'AuthPage'),
  page(ROUTES.project, () => import('@/pages/project'), 'ProjectPage'),
  page(ROUTES.professional, () => import('@/pages/professional'), 'ProfessionalPage'),
  page(ROUTES.professionalProfile, () => import('@/pages/professional'), 'ProfessionalPage'),
  page(ROUTES.company, () => import('@/pages/company'), 'CompanyPage'),
  page(ROUTES.invitation, () => import('@/pages/invitation'), 'InvitationPage'),
  page(ROUTES.mailLink, () => import('@/pages/mail-link'), 'MailLinkPage'),
]

/** The pages of people who are signed in. */
export const MEMBER_PAGES: RouteObject[] = [
  members(
    page(ROUTES.messages, () => import('@/pages/messages'), 'MessagesPage'),
    page(ROUTES.conversation, () => import('@/pages/messages'), 'MessagesPage'),
    page(ROUTES.notifications, () => import('@/pages/notifications'), 'NotificationsPage'),
    page(ROUTES.share, () => import('@/pages/share'), 'SharePage'),
    page(ROUTES.editProfile, () => import('@/pages/edit-profile'), 'EditProfilePage'),
    page(ROUTES.settings, () => import('@/pages/settings'), 'SettingsPage'),
  ),
  only(
    ['professional', 'company'],
    page(ROUTES.favourites, () => import('@/pages/favourites'), 'FavouritesPage'),
    page(ROUTES.savedSearches, () => import('@/pages/saved-searches'), 'SavedSearchesPage'),
    page(ROUTES.registerFirm, () => import('@/pages/register-firm'), 'RegisterFirmPage'),
    page(ROUTES.team, () => import('@/pages/team'), 'TeamPage'),
    page(ROUTES.contracts, () => import('@/pages/contracts'), 'ContractsPage'),
    who(
      'pay',
      page(ROUTES.finance, () => import('@/pages/finance'), 'FinancePage'),
    ),
    who(
      'manage',
      page(ROUTES.editOrganisation, () => import('@/pages/edit-organisation'), 'EditOrganisationPage'),
    ),
  ),
  only(
    ['professional', 'company', 'admin'],
    page(ROUTES.contract, () => import('@/pages/contract'), 'ContractPage'),
    page(ROUTES.contractDocument, () => import('@/pages/contract-document'), 'ContractDocumentPage'),
    page(ROUTES.contractChecklist, () => import('@/pages/contract-checklist'), 'ContractChecklistPage'),
    page(ROUTES.dispute, () => import('@/pages/dispute'), 'DisputePage'),
    page(ROUTES.disputeByKey, () => import('@/pages/dispute'), 'DisputePage'),
  ),
  only(
    ['professional'],
    page(ROUTES.professionalDashboard, () => import('@/pages/professional-dashboard'), 'ProfessionalDashboardPage'),
    page(ROUTES.ownProposals, () => import('@/pages/own-proposals'), 'OwnProposalsPage'),
    page(ROUTES.reviews, () => import('@/pages/reviews'), 'ReviewsPage'),
    who(
      'publish',
      page(ROUTES.portfolio, () => import('@/pages/portfolio'), 'PortfolioPage'),
      page(ROUTES.addPortfolioProject, () => import('@/pages/add-portfolio-project'), 'AddPortfolioProjectPage'),
      page(ROUTES.editPortfolioProject, () => import('@/pages/edit-portfolio-project'), 'EditPortfolioProjectPage'),
    ),
  ),
  only(
    ['company'],
    page(ROUTES.companyDashboard, () => import('@/pages/company-dashboard'), 'CompanyDashboardPage'),
    page(ROUTES.manageProjects, () => import('@/pages/manage-projects'), 'ManageProjectsPage'),
    page(ROUTES.projectProposals, () => import('@/pages/project-proposals'), 'ProjectProposalsPage'),
    page(ROUTES.equalisation, () => import('@/pages/equalisation'), 'EqualisationPage'),
    who(
      'publish',
      page(ROUTES.publishProject, () => import('@/pages/publish-project'), 'PublishProjectPage'),
      page(ROUTES.editProject, () => import('@/pages/edit-project'), 'EditProjectPage'),
    ),
  ),
  only(
    ['admin'],
    page(ROUTES.admin, () => import('@/pages/admin'), 'AdminPage'),
    page(ROUTES.marketRules, () => import('@/pages/market-rules'), 'MarketRulesPage'),
  ),
]
