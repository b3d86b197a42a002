import { useSearchParams } from 'react-router'
import { usePerson } from '@/api/session'
import { Audit } from '@/features/admin/audit'
import { Overview } from '@/features/admin/overview'
import { PersonalData } from '@/features/admin/personal-data'
import { Reports } from '@/features/admin/reports'
import { SiteImages } from '@/features/admin/site-images'
import { Users } from '@/features/admin/users'
import { MoneyDesk } from '@/features/desk/money-desk'
import { DisputeQueue } from '@/features/dispute/dispute-queue'
import { builtInUrl, SITE_IMAGE_KEYS } from '@/features/site-image/keys'
import { useTitle } from '@/lib/use-title'
import { PageHeader } from '@/ui/page-header'
import { Tab, TabList, TabPanel, Tabs } from '@/ui/tabs'

const TABS = [
  'usuarios',
  'imagens',
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
  const [params, setParams] = useSearchParams()
  const wanted = params.get('aba') ?? ''
  const tab = TABS.includes(wanted) ? wanted : 'usuarios'
  return (
    <>
      <PageHeader title="Administração" />
      <Tabs
        value={tab}
        onValueChange={(next) => setParams({ aba: next }, { replace: true, preventScrollReset: true })}
      >
        <TabList aria-label="Administração">
          <Tab value="usuarios">Usuários</Tab>
          <Tab value="imagens">Imagens do Site</Tab>
          <Tab value="denuncias">Denúncias</Tab>
          <Tab value="disputas">Disputas</Tab>
          <Tab value="dinheiro">Dinheiro</Tab>
          <Tab value="auditoria">Auditoria</Tab>
          <Tab value="dados-pessoais">Dados Pessoais</Tab>
          <Tab value="visao-geral">Visão Geral</Tab>
        </TabList>
        <TabPanel value="usuarios">
          <Users ownId={profile.id} />
        </TabPanel>
        <TabPanel value="imagens">
          <SiteImages original={originalOf} />
        </TabPanel>
        <TabPanel value="denuncias">
          <Reports />
        </TabPanel>
        <TabPanel value="disputas">
          <DisputeQueue />
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
    </>
  )
}

function originalOf(key: string): string | undefined {
  const known = SITE_IMAGE_KEYS.find((name) => name === key)
  return known === undefined ? undefined : builtInUrl(known)
}
