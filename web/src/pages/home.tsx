import { ClosingCall } from '@/features/landing/sections'
import { HomeFeatures } from '@/features/landing/home/home-features'
import { HomeHero } from '@/features/landing/home/home-hero'
import { HomeWays, HomeExplore } from '@/features/landing/home/home-ways'
import { SiteImage } from '@/features/site-image/site-image'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'

// Smaller than the space on a phone, so that dense screens load the small picture: soft shapes do not
// suffer, and it loads in half the time.
const HALF = '(min-width: 1280px) 36rem, (min-width: 1024px) 45vw, 70vw'
const CARD = '(min-width: 1280px) 23rem, (min-width: 640px) 30vw, 92vw'

export function HomePage() {
  useTitle('')
  return (
    <>
      <HomeHero
        picture={
          <SiteImage
            name="landingHero"
            alt="Robô industrial paletizando caixas em uma célula cercada, com esteira de entrada e painel de comando"
            sizes={HALF}
            priority
          />
        }
      />
      <HomeFeatures />
      <HomeWays
        picture={
          <SiteImage
            name="landingHero2"
            alt="Painel de CLP aberto, com réguas de bornes, ligado a um notebook durante os testes"
            sizes={HALF}
          />
        }
      />
      <HomeExplore
        projects={<SiteImage name="projectsCard" alt="" sizes={CARD} />}
        professionals={<SiteImage name="findProfessionalCard" alt="" sizes={CARD} />}
        services={<SiteImage name="servicesCard" alt="" sizes={CARD} />}
      />
      <ClosingCall
        title="O próximo projeto começa com um escopo bem escrito."
        lead="Crie sua conta, publique o que precisa ser feito ou mostre o que você sabe fazer."
        action={{ label: 'Comece Agora', to: paths.auth() }}
      />
    </>
  )
}
