import { useSearchParams } from 'react-router'
import type { Acting } from '@/api/session/party'
import { usePerson } from '@/api/session/session'
import { AddressForm } from '@/features/settings/account/address-form'
import { CalendarLink } from '@/features/settings/calendar-link'
import { NotificationSettings } from '@/features/settings/notification-settings'
import { PasswordForm } from '@/features/settings/account/password-form'
import { ProfileSettings } from '@/features/settings/profile-settings'
import { SecondFactor } from '@/features/settings/second-factor/second-factor'
import { Sessions } from '@/features/settings/account/sessions'
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
          <section aria-labelledby="address" className="flex flex-col gap-4">
            <h2 id="address" className="text-lg font-semibold">
              E-mail de acesso
            </h2>
            <AddressForm current={session.user.email ?? ''} waiting={session.user.new_email} />
          </section>
          <section aria-labelledby="password" className="flex flex-col gap-4">
            <h2 id="password" className="text-lg font-semibold">
              Alterar senha
            </h2>
            <PasswordForm />
          </section>
          <section aria-labelledby="second-factor" className="flex flex-col gap-4">
            <h2 id="second-factor" className="text-lg font-semibold">
              Verificação em duas etapas
            </h2>
            <SecondFactor isAdmin={profile.role === 'admin'} />
          </section>
          <section aria-labelledby="sessions" className="flex flex-col gap-4">
            <h2 id="sessions" className="text-lg font-semibold">
              Sessões ativas
            </h2>
            <Sessions />
          </section>
        </TabPanel>
        <TabPanel value="notificacoes">
          <Notices profileId={profile.id} />
        </TabPanel>
      </Tabs>
    </>
  )
}

/** What tells a person of news and of dates, here and elsewhere. */
function Notices({ profileId }: { profileId: string }) {
  return (
    <div className="flex flex-col gap-6">
      <NotificationSettings profileId={profileId} />
      <CalendarLink />
    </div>
  )
}

/** The organisations that a person manages. */
function managedOf(parties: readonly Acting[]): string[] {
  return parties.flatMap(({ party, rights, isOrganisation }) =>
    isOrganisation && rights.includes('manage') ? [party.id] : [],
  )
}
