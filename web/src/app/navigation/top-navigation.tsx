import { Menu, Moon, Sun, X } from 'lucide-react'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { useSession } from '@/api/session/session'
import { ConnectivityBar } from '@/app/connectivity-bar'
import { Expendable } from '@/app/error-screen'
import { PUBLIC_LINKS } from '@/app/navigation/public-links'
import { classNames } from '@/lib/class-names'
import { currentTheme, subscribeToTheme, toggleTheme } from '@/lib/device/theme'
import { paths } from '@/lib/paths'
import { Brand } from '@/ui/brand'
import { Button } from '@/ui/button'
import { Container } from '@/ui/page'
import { Skeleton } from '@/ui/skeleton'

const Bell = lazy(() => import('@/features/notification/bell'))
const AccountMenu = lazy(() => import('@/app/navigation/account-menu'))
const MobileMenu = lazy(() => import('@/app/navigation/mobile-menu'))

/** `isWide` above a dashboard, which uses the whole width: both align. */
export function TopNavigation({ isWide = false }: { isWide?: boolean }) {
  const { pathname } = useLocation()
  // Open for one address only, so following a link closes the menu.
  const [openAt, setOpenAt] = useState<string>()
  const isOpen = openAt === pathname
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface print:hidden">
      <a
        href="#conteudo"
        className="absolute top-2 left-2 z-10 -translate-y-20 rounded bg-inverse px-4 py-2 text-sm font-medium text-on-inverse focus:translate-y-0"
      >
        Pular para o conteúdo
      </a>
      <Container
        className={classNames(
          'flex h-16 items-center justify-between gap-3 sm:gap-6',
          isWide && 'max-w-desk',
        )}
      >
        <Link
          to={paths.home()}
          aria-label="Automação - Indústria, página inicial"
          className="min-w-8 rounded"
        >
          <Brand compact />
        </Link>
        <nav aria-label="Principal" className="hidden h-full gap-6 lg:flex">
          {PUBLIC_LINKS.map((link) => (
            <NavLink
              key={link.to}
              to={link.to}
              end={link.to === '/'}
              className="-mb-px flex items-center border-b-2 border-transparent text-sm font-medium whitespace-nowrap text-muted transition-colors duration-150 hover:text-ink aria-[current=page]:border-ink aria-[current=page]:text-ink"
            >
              {link.label}
            </NavLink>
          ))}
        </nav>
        <div className="flex shrink-0 items-center gap-1 sm:gap-2">
          <ThemeToggle />
          <Account />
          <Button
            variant="ghost"
            size="icon"
            className="lg:hidden"
            aria-expanded={isOpen}
            aria-controls="menu-movel"
            aria-label={isOpen ? 'Fechar menu' : 'Abrir menu'}
            onClick={() => setOpenAt(isOpen ? undefined : pathname)}
          >
            {isOpen ? <X className="size-5" aria-hidden /> : <Menu className="size-5" aria-hidden />}
          </Button>
        </div>
      </Container>
      <ConnectivityBar />
      <Suspense>{isOpen && <MobileMenu onClose={() => setOpenAt(undefined)} />}</Suspense>
    </header>
  )
}

function Account() {
  const state = useSession()
  if (state.status === 'signed-in') {
    return (
      <Expendable>
        <Suspense fallback={<AccountSkeleton />}>
          <Bell profileId={state.profile.id} />
          <AccountMenu member={state} />
        </Suspense>
      </Expendable>
    )
  }
  if (state.status === 'loading') return <AccountSkeleton />
  return (
    <Button asChild size="sm" className="sm:h-10" data-visitor>
      <Link to={paths.auth()}>Entrar</Link>
    </Button>
  )
}

function AccountSkeleton() {
  return (
    <>
      <Skeleton className="size-10" />
      <Skeleton className="size-10" />
    </>
  )
}

function ThemeToggle() {
  const theme = useSyncExternalStore(subscribeToTheme, currentTheme, () => 'light' as const)
  const Icon = theme === 'dark' ? Sun : Moon
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={theme === 'dark' ? 'Usar tema claro' : 'Usar tema escuro'}
      onClick={toggleTheme}
    >
      <Icon className="size-5" aria-hidden />
    </Button>
  )
}
