import { Outlet } from 'react-router'
import { BottomBar } from '@/app/navigation/bottom-bar'
import { Sidebar, SidebarSkeleton } from '@/app/navigation/sidebar'
import { TopNavigation } from '@/app/navigation/top-navigation'
import { useSession } from '@/api/session/session'

export function DashboardLayout() {
  const state = useSession()
  return (
    <div className="flex min-h-dvh flex-col has-[[data-one-screen]]:h-dvh">
      <div className="contents print:hidden">
        <TopNavigation isWide />
      </div>
      <div className="mx-auto flex w-full max-w-desk flex-1 has-[[data-one-screen]]:min-h-0">
        <div className="contents print:hidden">
          {state.status === 'signed-in' ? <Sidebar member={state} /> : <SidebarSkeleton />}
        </div>
        <main
          id="conteudo"
          tabIndex={-1}
          className="min-w-0 flex-1 px-4 pt-6 pb-24 has-[[data-one-screen]]:flex has-[[data-one-screen]]:min-h-0 has-[[data-one-screen]]:flex-col sm:px-6 sm:pt-8 lg:pb-8 lg:pl-8 print:pb-0"
        >
          <Outlet />
        </main>
      </div>
      {state.status === 'signed-in' && <BottomBar member={state} />}
    </div>
  )
}
