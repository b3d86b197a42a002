import { useSearchParams } from 'react-router'
import type { Acting } from '@/api/session/party'
import { usePerson } from '@/api/session/session'
import { CalendarLink } from '@/features/settings/calendar-link'
import { NotificationSettings } from '@/features/settings/notification-settings'
import { ProfileSettings } from '@/features/settings/profile-settings'
import { SecuritySettings } from '@/features/settings/security-settings'
import { useTitle } from '@/lib/navigation/use-title'
import { PageHeader } from '@/ui/page-header'
import { Tab, TabList, TabPanel, Tabs } from '@/ui/tabs'

const TABS = ['perfil', 'seguranca', 'notificacoes']

export function SettingsPage() {
  useTitle('Configurações')
  const { session, profile, parties } = usePerson()
  const own = parties.find(({ party, rights }) => party.id === profile.id && rights.includes('manage'))
  const [params, setParams] = useSearchParams()
  const wanted = params.get('aba') ?? ''
  const tab = TABS.includes(wanted) ? wanted : 'perfil'
  return (
    <>
      <PageHeader title="Configurações" />
      <Tabs
        value={tab}
        onValueChange={(next) => setParams({ aba: next }, { replace: true, preventScrollReset: true })}
      >
        <TabList aria-label="Configurações">
          <Tab value="perfil">Perfil</Tab>
          <Tab value="seguranca">Segurança</Tab>
          <Tab value="notificacoes">Notificações</Tab>
        </TabList>
        <TabPanel value="perfil">
          <ProfileSettings
            profile={profile}
            managed={managedOf(parties)}
            mayEdit={!profile.is_party || own !== undefined}
            billing={own?.party.role === 'professional' ? (own.isOrganisation ? 'firm' : 'alone') : undefined}
          />
        </TabPanel>
        <TabPanel value="seguranca" className="flex flex-col gap-10">
          <SecuritySettings
            address={session.user.email ?? ''}
            newAddress={session.user.new_email}
            isAdmin={profile.role === 'admin'}
          />
        </TabPanel>
        <TabPanel value="notificacoes">
          <div className="flex flex-col gap-6">
            <NotificationSettings profileId={profile.id} role={profile.role} />
            <CalendarLink />
          </div>
        </TabPanel>
      </Tabs>
    </>
  )
}

/** The organisations that a person manages. */
function managedOf(parties: readonly Acting[]): string[] {
  return parties.flatMap(({ party, rights, isOrganisation }) =>
    isOrganisation && rights.includes('manage') ? [party.id] : [],
  )
}
