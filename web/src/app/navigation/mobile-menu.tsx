import { LogOut, MonitorX } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import { dashboardLinks, editLink } from '@/app/navigation/dashboard-links'
import { PUBLIC_LINKS, type NavigationLink } from '@/app/navigation/public-links'
import { useLeave, useLeaveEverywhere } from '@/app/navigation/use-leave'
import { useSession, type SignedIn } from '@/api/session/session'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { Container } from '@/ui/page'

/** The whole navigation on a small screen. Escape closes it. */
export default function MobileMenu({ onClose }: { onClose: () => void }) {
  const state = useSession()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onClose()
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [onClose])

  return (
    <div
      id="menu-movel"
      className="absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] animate-fade overflow-y-auto border-y border-line bg-surface shadow-float lg:hidden"
    >
      <Container className="flex flex-col gap-4 py-4">
        <nav aria-label="Menu">
          <MenuList links={PUBLIC_LINKS} onFollow={onClose} />
        </nav>
        {state.status === 'signed-in' ? (
          <nav aria-label="Minha conta" className="border-t border-line pt-4">
            <MenuList links={accountLinks(state)} onFollow={onClose} />
            <LeaveButtons />
          </nav>
        ) : (
          <Button asChild variant="primary" size="lg">
            <Link to={paths.auth()}>Entrar</Link>
          </Button>
        )}
      </Container>
    </div>
  )
}

function accountLinks(member: SignedIn): readonly NavigationLink[] {
  const edit = editLink(member)
  return edit === undefined ? dashboardLinks(member) : [...dashboardLinks(member), edit]
}

function MenuList({ links, onFollow }: { links: readonly NavigationLink[]; onFollow: () => void }) {
  return (
    <ul>
      {links.map((link) => (
        <li key={link.to}>
          <MenuLink to={link.to} onClick={onFollow}>
            {link.label}
          </MenuLink>
        </li>
      ))}
    </ul>
  )
}

function MenuLink({ to, onClick, children }: { to: string; onClick: () => void; children: ReactNode }) {
  return (
    <NavLink
      to={to}
      end={to === paths.home() || to === paths.dashboard()}
      className="flex h-11 items-center rounded px-3 text-base text-muted hover:bg-hover aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink"
      onClick={onClick}
    >
      {children}
    </NavLink>
  )
}

function LeaveButtons() {
  const leave = useLeave()
  const leaveEverywhere = useLeaveEverywhere()
  const look = 'h-11 w-full justify-start px-3 text-base'
  return (
    <div className="mt-2 border-t border-line pt-2">
      <Button variant="ghost" className={look} onClick={() => void leave()}>
        <LogOut className="size-5" aria-hidden />
        Sair
      </Button>
      <Button variant="ghost" className={look} onClick={() => void leaveEverywhere()}>
        <MonitorX className="size-5" aria-hidden />
        Sair de todos os dispositivos
      </Button>
    </div>
  )
}
