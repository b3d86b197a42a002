import { Outlet, useLocation } from 'react-router'
import { Footer } from '@/app/navigation/footer'
import { PUBLIC_LINKS, type NavigationLink } from '@/app/navigation/public-links'
import { TopNavigation } from '@/app/navigation/top-navigation'
import { paths } from '@/lib/paths'
import { UnderConstruction } from '@/ui/under-construction'

export function PublicLayout() {
  const { pathname } = useLocation()
  return (
    <div className="flex min-h-dvh flex-col">
      <TopNavigation />
      {/* The footer begins below the first screen, so that what loads does not push it about. */}
      <main id="conteudo" tabIndex={-1} className="min-h-[calc(100dvh-4rem)] flex-1">
        {isPageOff(pathname) ? <UnderConstruction title={nameOf(pathname)} /> : <Outlet />}
      </main>
      <Footer />
    </div>
  )
}

const PAGES: readonly NavigationLink[] = [
  ...PUBLIC_LINKS,
  { label: 'Soluções', to: paths.solutions() },
  { label: 'Consultoria', to: paths.consulting() },
]

function nameOf(pathname: string): string {
  return PAGES.find((page) => page.to === pathname)?.label ?? 'Em construção'
}

/** Whether the operator switched a public page off; the server says so in the document. */
export function isPageOff(pathname: string): boolean {
  const told = document.querySelector('meta[name="pages-off"]')?.getAttribute('content') ?? ''
  return told.split(' ').includes(pathname)
}
