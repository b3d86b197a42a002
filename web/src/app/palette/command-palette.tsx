import { Command, defaultFilter } from 'cmdk'
import {
  ArrowLeftRight,
  History,
  Keyboard,
  LogOut,
  MonitorX,
  SunMoon,
  UserPlus,
  type LucideIcon,
} from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useDeferredValue, useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSession, type SignedIn } from '@/api/session/session'
import { dashboardLinks } from '@/app/navigation/dashboard-links'
import { actingAs, useChooseParty } from '@/app/navigation/party-choices'
import { FOOTER_LINKS, PUBLIC_LINKS } from '@/app/navigation/public-links'
import { useLeave, useLeaveEverywhere } from '@/app/navigation/use-leave'
import { PaletteOwn } from '@/app/palette/palette-own'
import { Group, Item, PaletteResults } from '@/app/palette/palette-results'
import { recentPages } from '@/app/palette/recent-pages'
import { useFirstChosen } from '@/app/palette/use-first-chosen'
import { toggleTheme } from '@/lib/device/theme'
import { paths } from '@/lib/paths'
import { scrimLooks } from '@/ui/dialog'

type CommandPaletteProps = { onOpenChange: (open: boolean) => void; onShowShortcuts: () => void }

/** Pages, projects, professionals and actions by name. */
export default function CommandPalette({ onOpenChange, onShowShortcuts }: CommandPaletteProps) {
  const state = useSession()
  const navigate = useNavigate()
  const isMember = state.status === 'signed-in'
  const [typed, setTyped] = useState('')
  const text = useDeferredValue(typed)
  const { watch, chosen, setChosen, onKeyDown, onPointerMove, startAnew } = useFirstChosen()
  function run(action: () => unknown) {
    onOpenChange(false)
    action()
  }
  const go = (to: string) => run(() => navigate(to))
  return (
    <Frame onOpenChange={onOpenChange}>
      <Command
        label="Paleta de comandos"
        loop
        filter={fit}
        value={chosen}
        onValueChange={setChosen}
        onKeyDown={onKeyDown}
      >
        <Command.Input
          placeholder="Buscar página, projeto, profissional ou ação…"
          maxLength={200}
          value={typed}
          onValueChange={(next) => {
            setTyped(next)
            startAnew()
          }}
          className="h-12 w-full border-b border-line bg-transparent px-4 text-base outline-none placeholder:text-muted"
        />
        <Command.List
          ref={watch}
          className="max-h-[300px] overflow-y-auto p-1.5"
          onPointerMove={onPointerMove}
        >
          <Command.Empty className="px-3 py-8 text-center text-sm text-muted">Nada encontrado.</Command.Empty>
          {state.status === 'signed-in' && typed === '' && (
            <PaletteRecent personId={state.profile.id} onGo={go} />
          )}
          <PageGroup heading="Páginas" links={PUBLIC_LINKS} onGo={go} />
          {state.status === 'signed-in' && (
            <>
              <PaletteTeam member={state} run={run} onGo={go} />
              <PageGroup heading="Minha conta" links={dashboardLinks(state)} onGo={go} />
            </>
          )}
          <PageGroup heading="Sobre" links={FOOTER_LINKS.slice(0, 2)} onGo={go} />
          <Actions isMember={isMember} run={run} onShowShortcuts={onShowShortcuts} />
          {state.status === 'signed-in' && <PaletteOwn member={state} text={text} onGo={go} />}
          <PaletteResults text={text} onGo={go} />
        </Command.List>
      </Command>
    </Frame>
  )
}

/**
 * Ranks the server's results below items whose names contain the text; items that only have its letters
 * are left out.
 */
const FOUND_FITS = 0.3

function fit(value: string, typed: string, keywords?: string[]): number {
  if (keywords?.includes(typed.trim()) === true) return FOUND_FITS
  const fits = defaultFilter(value, typed, keywords)
  return fits > FOUND_FITS ? fits : 0
}

type FrameProps = { onOpenChange: (open: boolean) => void; children: ReactNode }

function Frame({ onOpenChange, children }: FrameProps) {
  return (
    <Dialog.Root open onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={scrimLooks} />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 rounded border border-line bg-raised shadow-float data-[state=open]:animate-fade"
        >
          <Dialog.Title className="sr-only">Paleta de comandos</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type ActionsProps = { isMember: boolean; run: (action: () => unknown) => void; onShowShortcuts: () => void }

function Actions({ isMember, run, onShowShortcuts }: ActionsProps) {
  const navigate = useNavigate()
  const leave = useLeave()
  const leaveEverywhere = useLeaveEverywhere()
  return (
    <Group heading="Ações">
      <Item icon={SunMoon} onSelect={() => run(toggleTheme)}>
        Alternar tema claro e escuro
      </Item>
      <Item icon={Keyboard} onSelect={onShowShortcuts}>
        Atalhos de teclado
      </Item>
      {isMember ? (
        <>
          <Item icon={LogOut} onSelect={() => run(leave)}>
            Sair
          </Item>
          <Item icon={MonitorX} onSelect={() => run(leaveEverywhere)}>
            Sair de todos os dispositivos
          </Item>
        </>
      ) : (
        <Item onSelect={() => run(() => navigate(paths.auth()))}>Entrar</Item>
      )}
    </Group>
  )
}

type PageGroupProps = {
  heading: string
  links: readonly { label: string; to: string; icon?: LucideIcon }[]
  onGo: (to: string) => void
}

function PageGroup({ heading, links, onGo }: PageGroupProps) {
  return (
    <Group heading={heading}>
      {links.map((link) => (
        <Item
          key={link.to}
          value={`${heading} ${link.label}`}
          icon={link.icon}
          onSelect={() => onGo(link.to)}
        >
          {link.label}
        </Item>
      ))}
    </Group>
  )
}

const SHOWN_MAX = 5

type PaletteRecentProps = { personId: string; onGo: (to: string) => void }

/** The pages visited last, except the current one. */
function PaletteRecent({ personId, onGo }: PaletteRecentProps) {
  const { pathname } = useLocation()
  const places = recentPages(personId)
    .filter(({ to }) => to !== pathname)
    .slice(0, SHOWN_MAX)
  if (places.length === 0) return null
  return (
    <Group heading="Recentes">
      {places.map(({ to, title }) => (
        <Item key={to} value={`Recentes ${to}`} icon={History} onSelect={() => onGo(to)}>
          <span className="truncate">{title}</span>
        </Item>
      ))}
    </Group>
  )
}

type PaletteTeamProps = { member: SignedIn; run: (action: () => void) => void; onGo: (to: string) => void }

/** Inviting a colleague, for people with that right, and switching to another party. */
function PaletteTeam({ member, run, onGo }: PaletteTeamProps) {
  const { party: current, parties, rights, isOrganisation } = member
  const choose = useChooseParty()
  const others = parties.filter(({ party }) => party.id !== current?.id)
  const mayInvite = isOrganisation && rights.includes('manage')
  if (!mayInvite && others.length === 0) return null
  return (
    <Group heading="Equipe">
      {mayInvite && (
        <Item icon={UserPlus} keywords={['equipe', 'convite']} onSelect={() => onGo(paths.invite())}>
          Convidar colega
        </Item>
      )}
      {others.map((acting, index) => (
        <Item
          key={acting.party.id}
          // Two organisations may have the same name.
          value={`Agir por ${acting.party.name} ${index + 1}`}
          keywords={['trocar']}
          icon={ArrowLeftRight}
          onSelect={() => run(() => choose(acting.party))}
        >
          <span className="truncate">
            Agir por {acting.party.name} <span className="text-muted">{actingAs(acting)}</span>
          </span>
        </Item>
      ))}
    </Group>
  )
}
