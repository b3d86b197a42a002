import { useSearchParams } from 'react-router'
import { Audit } from '@/features/admin/audit'
import { Overview } from '@/features/admin/overview'
import { PersonalData } from '@/features/admin/personal-data/personal-data'
import { ModerateProjects } from '@/features/admin/reports/moderate-projects'
import { Reports } from '@/features/admin/reports/reports'
import { SiteImages } from '@/features/admin/site-images/site-images'
import { UnfinishedRegistrations } from '@/features/admin/users/unfinished'
import { Users } from '@/features/admin/users/users'
import { MoneyDesk } from '@/features/desk/money-desk'
import { DisputeQueue } from '@/features/dispute/dispute-queue'
import { MediationQueue } from '@/features/fiscal/proof/mediation-queue'
import { builtInUrlOf } from '@/features/site-image/queries'
import { keyOf, keysOf } from '@/lib/keys-of'
import { Tab, TabList, TabPanel, Tabs } from '@/ui/tabs'

const TABS = {
  usuarios: 'Usuários',
  imagens: 'Imagens do Site',
  projetos: 'Projetos',
  denuncias: 'Denúncias',
  disputas: 'Disputas',
  dinheiro: 'Dinheiro',
  auditoria: 'Auditoria',
  'dados-pessoais': 'Dados Pessoais',
  'visao-geral': 'Visão Geral',
} as const

/** The sections of the administration as tabs; the address holds which one is open. */
export function Sections({ ownId }: { ownId: string }) {
  const [params, setParams] = useSearchParams()
  const tab = keyOf(TABS, params.get('aba')) ?? 'usuarios'
  return (
    <Tabs
      value={tab}
      onValueChange={(next) => setParams({ aba: next }, { replace: true, preventScrollReset: true })}
    >
      <TabList aria-label="Administração">
        {keysOf(TABS).map((name) => (
          <Tab key={name} value={name}>
            {TABS[name]}
          </Tab>
        ))}
      </TabList>
      <TabPanel value="usuarios">
        <Users ownId={ownId} />
        <UnfinishedRegistrations />
      </TabPanel>
      <TabPanel value="imagens">
        <SiteImages original={builtInUrlOf} />
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
