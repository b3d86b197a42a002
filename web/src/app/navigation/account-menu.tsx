import {
  LayoutDashboard,
  LogOut,
  MessageSquare,
  MonitorX,
  Settings,
  UserRound,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ROLE_NAMES } from '@/app/navigation/dashboard-links'
import { PartyChoices } from '@/app/navigation/party-choices'
import { useLeave, useLeaveEverywhere } from '@/app/navigation/use-leave'
import { useUnread } from '@/features/message/unread'
import { selfOf, type Self } from '@/api/session/self'
import type { SignedIn } from '@/api/session/session'
import { apartSentence } from '@/features/organisation/text'
import { paths, profilePath } from '@/lib/paths'
import { kindOf } from '@/lib/person/person'
import { Avatar } from '@/ui/avatar'
import { CountBadge } from '@/ui/badge'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/ui/dropdown-menu'

/** The avatar and its menu. Loaded for signed-in people only. */
export default function AccountMenu({ member }: { member: SignedIn }) {
  const { profile, party, parties } = member
  const self = selfOf(member)
  const unread = useUnread(profile.id)
  const leave = useLeave()
  const leaveEverywhere = useLeaveEverywhere()
  return (
    <DropdownMenu>
      <DropdownMenuTrigger className="rounded-full" aria-label={`Abrir menu de ${self.name}`}>
        <Avatar
          name={self.name}
          kind={self.left === null ? kindOf(profile) : 'person'}
          imageUrl={self.avatar_url}
          seed={self.avatar_seed}
          hasUnread={unread > 0}
        />
      </DropdownMenuTrigger>
      <DropdownMenuContent className="max-w-72">
        <DropdownMenuLabel className="flex flex-col">
          <span className="truncate text-sm font-medium text-ink">{self.name}</span>
          <span className="truncate">{secondLine(member, self)}</span>
        </DropdownMenuLabel>
        <DropdownMenuSeparator />
        {parties.length > 1 && (
          <>
            <PartyChoices member={member} />
            <DropdownMenuSeparator />
          </>
        )}
        <MenuLink to={paths.dashboard()} icon={LayoutDashboard}>
          Painel
        </MenuLink>
        <MenuLink to={paths.messages()} icon={MessageSquare}>
          <span className="flex-1">Mensagens</span>
          <CountBadge count={unread} label={unread === 1 ? 'não lida' : 'não lidas'} />
        </MenuLink>
        {party !== null && party.role !== 'admin' && (
          <MenuLink to={profilePath(party)} icon={UserRound}>
            {party.id === profile.id ? 'Meu Perfil' : 'Perfil da empresa'}
          </MenuLink>
        )}
        <MenuLink to={paths.settings()} icon={Settings}>
          Configurações
        </MenuLink>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => void leave()}>
          <LogOut className="size-4" aria-hidden />
          Sair
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void leaveEverywhere()}>
          <MonitorX className="size-4" aria-hidden />
          Sair de todos os dispositivos
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

function secondLine({ profile, party }: SignedIn, { left }: Self): string {
  if (party === null) return apartSentence(left)
  return party.id === profile.id ? ROLE_NAMES[profile.role] : party.name
}

function MenuLink({ to, icon: Icon, children }: { to: string; icon: LucideIcon; children: ReactNode }) {
  return (
    <DropdownMenuItem asChild>
      <Link to={to}>
        <Icon className="size-4 text-muted" aria-hidden />
        {children}
      </Link>
    </DropdownMenuItem>
  )
}
