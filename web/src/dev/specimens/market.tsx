import { LONG_NAME, LONG_TEXT, LONG_WORD, type Specimen, type State } from '@/dev/specimen'
import { OWN_PROPOSAL, PROPOSAL } from '@/dev/rows'
import { ContractRow } from '@/features/contract/lists/contract-list'
import { ContractTimeline } from '@/features/contract/contract-timeline'
import { DeliveredFiles } from '@/features/contract/milestones/delivered-files'
import { lookOf } from '@/features/contract/milestones/milestone-text'
import type { Contract, Milestone } from '@/features/contract/queries'
import { ACTIVE, AGREED, COMPLETED, DELIVERED, OWED, WHOLE } from '@/features/contract/test-contract'
import { standOf } from '@/features/contract/side'
import { PortfolioCard } from '@/features/profile/portfolio-card'
import { ProfessionalCard, ProfessionalCardSkeleton } from '@/features/profile/professional-card'
import { ENVASE_ENTRY, MARINA, NEWCOMER } from '@/features/profile/test-profiles'
import { ProjectCard, ProjectCardSkeleton } from '@/features/project/directory/project-card'
import { ENVASE } from '@/features/project/test-project'
import { statusOf as projectStatusOf } from '@/features/project/text'
import { OwnProposalCard } from '@/features/proposal/own/own-proposal-card'
import { ProposalCard } from '@/features/proposal/received/proposal-card'
import { DETAILED } from '@/features/proposal/test-terms'
import { statusOf as proposalStatusOf } from '@/features/proposal/text'
import { formatMoney, ofCents } from '@/lib/money'
import { Badge } from '@/ui/badge'

const CONTRACTS = [
  'agreed',
  'active',
  'delivered',
  'completed',
  'withdrawn',
  'terminated',
  'cancelled',
] as const
const MILESTONES = ['planned', 'awaiting_payment', 'funded', 'delivered', 'adjusting', 'released', 'disputed', 'split', 'refunded', 'cancelled'] as const // prettier-ignore
const PROJECTS = ['open', 'in_progress', 'delivered', 'completed', 'closed'] as const
const PROPOSALS = ['pending', 'waiting', 'accepted', 'declined', 'withdrawn', 'expired', 'ended'] as const

const PROJECT = { id: 'p1', title: ENVASE.title, revision: 1, is_confidential: false }
const LONG_CONTRACT: Contract = { ...DELIVERED, number: 12_345_678, value_cents: ofCents(99_999_999_999), scope: { title: `${LONG_NAME} ${LONG_WORD}` } } // prettier-ignore

function project(name: string, changes: Partial<typeof ENVASE>): State {
  return { name, show: <ProjectCard project={{ ...ENVASE, ...changes }} /> }
}

function professional(name: string, changes: Partial<typeof MARINA>): State {
  return { name, show: <ProfessionalCard professional={{ ...MARINA, avatar_url: null, ...changes }} /> }
}

function contract(name: string, of: Contract, partyId = 'serra'): State {
  return { name, isWide: true, show: <ContractRow contract={of} partyId={partyId} /> }
}

function proposal(name: string, changes: Partial<typeof PROPOSAL>, revision = 1): State {
  const shown = { ...PROPOSAL, ...changes }
  return {
    name,
    isWide: true,
    show: <ProposalCard proposal={shown} project={{ ...PROJECT, revision }} mayDecide />,
  }
}

function ownProposal(name: string, changes: Partial<typeof OWN_PROPOSAL>): State {
  const shown = { ...OWN_PROPOSAL, ...changes }
  return {
    name,
    isWide: true,
    show: <OwnProposalCard proposal={shown} professionalId="marina" mayNegotiate={false} contract={null} />,
  }
}

function status(status: Milestone['status']): State {
  const { label, tone } = lookOf(ACTIVE, { ...WHOLE, status })
  return { name: status, show: <Badge tone={tone}>{label}</Badge> }
}

function badge(name: string, { label, tone }: ReturnType<typeof proposalStatusOf>): State {
  return { name, show: <Badge tone={tone}>{label}</Badge> }
}

export const MARKET: readonly Specimen[] = [
  {
    id: 'project-card',
    of: 'features/project/directory/project-card',
    states: [
      project('padrão', {}),
      project('confidencial', { company: null, is_confidential: true }),
      project('textos longos, números enormes', {
        number: 12_345_678,
        title: `${LONG_NAME} ${LONG_WORD}`,
        description: LONG_TEXT,
        budget: 'R$ 999.999.999,99 – R$ 9.999.999.999,99',
        proposals_count: 12_345_678,
        city: LONG_NAME,
      }),
      { name: 'carregando', show: <ProjectCardSkeleton /> },
    ],
  },
  {
    id: 'professional-card',
    of: 'features/profile/professional-card',
    states: [
      professional('padrão', {}),
      { name: 'quem acabou de chegar', show: <ProfessionalCard professional={NEWCOMER} /> },
      professional('textos longos', { name: LONG_NAME, title: LONG_WORD, headline: LONG_TEXT, counterparts: 12_345_678 }), // prettier-ignore
      { name: 'carregando', show: <ProfessionalCardSkeleton /> },
    ],
  },
  {
    id: 'portfolio-card',
    of: 'features/profile/portfolio-card',
    states: [
      { name: 'sem imagem', show: <PortfolioCard item={ENVASE_ENTRY} /> },
      { name: 'duas imagens', show: <PortfolioCard item={{ ...ENVASE_ENTRY, image_urls: ['/imagens/projectsCard-640.webp', '/imagens/landingHero-640.webp'] }} /> }, // prettier-ignore
      { name: 'textos longos', show: <PortfolioCard item={{ ...ENVASE_ENTRY, title: LONG_WORD, description: LONG_TEXT }} /> }, // prettier-ignore
    ],
  },
  {
    id: 'contract-row',
    of: 'features/contract/lists/contract-list',
    states: [
      contract('aguardando início', AGREED, 'marina'),
      contract('entregue, a vez da empresa', DELIVERED),
      contract('a pagar', OWED),
      contract('concluído', COMPLETED),
      contract('textos longos, números enormes', LONG_CONTRACT),
    ],
  },
  {
    id: 'proposal-card',
    of: 'features/proposal/received/proposal-card',
    states: [
      proposal('pendente', {}),
      proposal('com marcos', DETAILED),
      proposal('o projeto mudou', {}, 3),
      proposal('recusada', { status: 'declined', decline_reason: 'O valor está acima do orçamento.' }),
      proposal('textos longos, números enormes', { cover_letter: `${LONG_TEXT}\n\n${LONG_WORD}`, value_cents: ofCents(99_999_999_999) }), // prettier-ignore
    ],
  },
  {
    id: 'own-proposal-card',
    of: 'features/proposal/own/own-proposal-card',
    states: [
      ownProposal('pendente', {}),
      ownProposal('recusada', { status: 'declined', decline_reason: LONG_TEXT }),
    ],
  },
  { id: 'project-status', of: 'features/project/text', states: PROJECTS.map((of) => badge(of, projectStatusOf(of))) }, // prettier-ignore
  { id: 'proposal-status', of: 'features/proposal/text', states: PROPOSALS.map((of) => badge(of, proposalStatusOf(of))) }, // prettier-ignore
  { id: 'contract-status', of: 'features/contract/side', states: CONTRACTS.map((of) => badge(of, standOf({ ...ACTIVE, status: of }))) }, // prettier-ignore
  {
    id: 'milestone-status',
    of: 'features/contract/milestones/milestone-text',
    states: MILESTONES.map(status),
  },
  {
    id: 'money',
    of: 'lib/money',
    states: [0, 1, 5_200_000, 99_999_999_999, -123_456].map((cents) => ({
      name: `${cents} centavos`,
      show: <span className="figures">{formatMoney(ofCents(cents))}</span>,
    })),
  },
  {
    id: 'timeline',
    of: 'features/contract/contract-timeline',
    states: [
      { name: 'cheia', show: <ContractTimeline contractId="cheia" namesMilestones /> },
      { name: 'vazia', show: <ContractTimeline contractId="vazia" namesMilestones /> },
    ],
  },
  {
    id: 'delivered-files',
    of: 'features/contract/milestones/delivered-files',
    states: [{ name: 'duas versões, texto longo', isWide: true, show: <DeliveredFiles contractId="cheia" milestoneId="m1" /> }], // prettier-ignore
  },
]
