import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { totalOf } from '@/api/request/counted-pages'
import { usePerson } from '@/api/session/session'
import { Audit } from '@/features/admin/audit'
import { ModerateProjects } from '@/features/admin/reports/moderate-projects'
import { Overview } from '@/features/admin/overview'
import { PersonalData } from '@/features/admin/personal-data/personal-data'
import { correctionsQuery } from '@/features/admin/personal-data/personal-data-queries'
import { overviewQuery, type Overview as MarketFigures } from '@/features/admin/queries'
import { Reports } from '@/features/admin/reports/reports'
import { SiteImages } from '@/features/admin/site-images/site-images'
import { UnfinishedRegistrations } from '@/features/admin/users/unfinished'
import { Users } from '@/features/admin/users/users'
import { WaitingForAdministrators, type Waiting } from '@/features/admin/waiting'
import { MoneyDesk } from '@/features/desk/money-desk'
import { deskQuery, type Figures } from '@/features/desk/queries'
import { DisputeQueue } from '@/features/dispute/dispute-queue'
import { mediatedProofsQuery } from '@/features/fiscal/proof/mediation-query'
import { MediationQueue } from '@/features/fiscal/proof/mediation-queue'
import { builtInUrl, SITE_IMAGE_KEYS } from '@/features/site-image/keys'
import { paths } from '@/lib/paths'
import { useOnceKnown } from '@/lib/timing/use-once-known'
import { useTitle } from '@/lib/navigation/use-title'
import { PageHeader } from '@/ui/page-header'
import { Loading, SkeletonList } from '@/ui/skeleton'
import { Tab, TabList, TabPanel, Tabs } from '@/ui/tabs'

const TABS = [
  'usuarios',
  'imagens',
  'projetos',
  'denuncias',
  'disputas',
  'dinheiro',
  'auditoria',
  'dados-pessoais',
  'visao-geral',
]

export function AdminPage() {
  useTitle('Administração')
  const { profile } = usePerson()
  const { waiting, isKnown } = useWaiting()
  return (
    <>
      <PageHeader title="Administração" />
      {isKnown ? (
        <>
          <WaitingForAdministrators all={waiting} />
          <Sections ownId={profile.id} />
        </>
      ) : (
        <Loading label="Carregando o que espera pela administração…">
          <SkeletonList lines={8} />
        </Loading>
      )}
    </>
  )
}

function Sections({ ownId }: { ownId: string }) {
  const [params, setParams] = useSearchParams()
  const wanted = params.get('aba') ?? ''
  const tab = TABS.includes(wanted) ? wanted : 'usuarios'
  return (
    <Tabs
      value={tab}
      onValueChange={(next) => setParams({ aba: next }, { replace: true, preventScrollReset: true })}
    >
      <TabList aria-label="Administração">
        <Tab value="usuarios">Usuários</Tab>
        <Tab value="imagens">Imagens do Site</Tab>
        <Tab value="projetos">Projetos</Tab>
        <Tab value="denuncias">Denúncias</Tab>
        <Tab value="disputas">Disputas</Tab>
        <Tab value="dinheiro">Dinheiro</Tab>
        <Tab value="auditoria">Auditoria</Tab>
        <Tab value="dados-pessoais">Dados Pessoais</Tab>
        <Tab value="visao-geral">Visão Geral</Tab>
      </TabList>
      <TabPanel value="usuarios">
        <Users ownId={ownId} />
        <UnfinishedRegistrations />
      </TabPanel>
      <TabPanel value="imagens">
        <SiteImages original={originalOf} />
      </TabPanel>
      <TabPanel value="projetos">
        <ModerateProjects />
      </TabPanel>
      <TabPanel value="denuncias">
        <Reports />
      </TabPanel>
      <TabPanel value="disputas">
        <DisputeQueue />
        <MediationQueue />
      </TabPanel>
      <TabPanel value="dinheiro">
        <MoneyDesk />
      </TabPanel>
      <TabPanel value="auditoria">
        <Audit />
      </TabPanel>
      <TabPanel value="dados-pessoais">
        <PersonalData />
      </TabPanel>
      <TabPanel value="visao-geral">
        <Overview />
      </TabPanel>
    </Tabs>
  )
}

/**
 * What somebody should look at, from the figures of moderation and of money, and whether that is known
 * as far as it can be: what stands below would move.
 */
function useWaiting(): { waiting: Waiting[] | undefined; isKnown: boolean } {
  const market = useQuery(overviewQuery())
  const money = useQuery(deskQuery())
  const corrections = useInfiniteQuery(correctionsQuery())
  const proofs = useInfiniteQuery(mediatedProofsQuery())
  const isKnown = useOnceKnown(
    !market.isLoading && !money.isLoading && !corrections.isLoading && !proofs.isLoading,
  )
  if (!market.data || money.data === undefined || corrections.data === undefined || proofs.data === undefined)
    return { waiting: undefined, isKnown }
  return {
    waiting: waitingOf(market.data, money.data, totalOf(corrections.data), totalOf(proofs.data)),
    isKnown,
  }
}

function waitingOf(market: MarketFigures, money: Figures, corrections: number, proofs: number): Waiting[] {
  const at = (tab: string) => `${paths.admin()}?aba=${tab}`
  return [
    { count: market.reports_open, one: 'denúncia aberta', many: 'denúncias abertas', to: at('denuncias') },
    {
      count: corrections,
      one: 'correção de CPF ou CNPJ',
      many: 'correções de CPF ou CNPJ',
      to: at('dados-pessoais'),
    },
    { count: money.disputes, one: 'disputa em aberto', many: 'disputas em aberto', to: at('disputas') },
    {
      count: proofs,
      one: 'comprovante de tributo a decidir',
      many: 'comprovantes de tributos a decidir',
      to: at('disputas'),
    },
    {
      count: money.differences,
      one: 'divergência de pagamento',
      many: 'divergências de pagamento',
      to: at('dinheiro'),
    },
    { count: money.orders_failing, one: 'ordem com falha', many: 'ordens com falha', to: at('dinheiro') },
    { count: money.payouts_failed, one: 'saque que falhou', many: 'saques que falharam', to: at('dinheiro') },
  ]
}

function originalOf(key: string): string | undefined {
  const known = SITE_IMAGE_KEYS.find((name) => name === key)
  return known === undefined ? undefined : builtInUrl(known)
}
