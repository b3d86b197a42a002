import { Outlet } from 'react-router'
import { Footer } from '@/app/footer'
import { TopNavigation } from '@/app/top-navigation'

export function PublicLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <TopNavigation />
      <main id="conteudo" tabIndex={-1} className="flex-1">
        <Outlet />
      </main>
      <Footer />
    </div>
  )
}
