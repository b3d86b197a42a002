import { LogOut } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { dashboardLinks, editLink, isCurrent, type DashboardLink } from '@/app/navigation/dashboard-links'
import { ActingName } from '@/app/navigation/acting-name'
import { useLeave } from '@/app/navigation/use-leave'
import { useUnread } from '@/features/message/unread'
import type { SignedIn } from '@/api/session/session'
import { paths } from '@/lib/paths'
import { CountBadge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Skeleton } from '@/ui/skeleton'

const PartySwitch = lazy(() => import('@/app/navigation/party-switch'))

const column =
  'sticky top-16 hidden h-[calc(100dvh-4rem)] max-h-full w-64 shrink-0 flex-col gap-5 overflow-y-auto border-r border-line pt-6 pr-5 pb-6 pl-6 lg:flex'

/** The sidebar while the profile loads. */
export function SidebarSkeleton() {
  return (
    <div aria-hidden className={column}>
      <Skeleton className="mx-2 h-20" />
      <div className="flex flex-col gap-2 border-t border-line pt-4">
        {Array.from({ length: 8 }, (_, line) => (
          <Skeleton key={line} className="mx-2 h-8" />
        ))}
      </div>
    </div>
  )
}

/** The navigation of the dashboard from 1024 px up; below that, the menu of the top bar has it. */
export function Sidebar({ member }: { member: SignedIn }) {
  const unread = useUnread(member.profile.id)
  const leave = useLeave()
  const edit = editLink(member)
  return (
    <aside className={column}>
      <div className="flex flex-col gap-3">
        {member.parties.length > 1 ? (
          <Suspense fallback={<ActingName member={member} />}>
            <PartySwitch member={member} />
          </Suspense>
        ) : (
          <ActingName member={member} />
        )}
        {edit && (
          <Button asChild size="sm">
            <Link to={edit.to}>{edit.label}</Link>
          </Button>
        )}
      </div>
      <nav aria-label="Painel" className="flex-1 border-t border-line pt-4">
        <ul className="flex flex-col gap-0.5">
          {dashboardLinks(member).map((link) => (
            <li key={link.to}>
              <SidebarLink link={link} unread={link.to === paths.messages() ? unread : 0} />
            </li>
          ))}
        </ul>
      </nav>
      <Button
        variant="ghost"
        className="-ml-2.5 justify-start px-2.5 text-muted"
        onClick={() => void leave()}
      >
        <LogOut className="size-4" aria-hidden />
        Sair
      </Button>
    </aside>
  )
}

function SidebarLink({ link: { label, to, icon: Icon }, unread }: { link: DashboardLink; unread: number }) {
  const { pathname } = useLocation()
  return (
    <Link
      to={to}
      aria-current={isCurrent(to, pathname) ? 'page' : undefined}
      className="relative -ml-2.5 flex h-10 items-center gap-2.5 rounded px-2.5 text-sm text-muted transition-colors duration-150 hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=page]:before:absolute aria-[current=page]:before:inset-y-2 aria-[current=page]:before:left-0 aria-[current=page]:before:border-l-2 aria-[current=page]:before:border-accent-mark"
    >
      <Icon className="size-4" aria-hidden />
      <span className="flex-1 truncate">{label}</span>
      <CountBadge count={unread} label={unread === 1 ? 'mensagem não lida' : 'mensagens não lidas'} />
    </Link>
  )
}
