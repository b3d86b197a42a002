import { Link } from 'react-router'
import { OfferCard, SERVICES } from '@/features/landing/services'
import { PageHero, ClosingCall } from '@/features/landing/sections'
import { SiteImage } from '@/features/site-image/site-image'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { Button } from '@/ui/button'
import { Container } from '@/ui/page'

export function ServicesPage() {
  useTitle('Serviços')
  return (
    <>
      <PageHero
        title="Serviços"
        lead="O que contratar em automação industrial e o que exigir na entrega. Cada serviço leva a quem o faz."
        actions={
          <>
            <Button asChild>
              <Link to={paths.solutions()}>Soluções por aplicação</Link>
            </Button>
            <Button asChild>
              <Link to={paths.consulting()}>Consultoria</Link>
            </Button>
          </>
        }
        picture={
          <SiteImage
            name="servicesCard"
            alt="Maleta de ferramentas de automação com multímetro, calibrador, cabos e notebook"
            sizes="(min-width: 1280px) 36rem, (min-width: 1024px) 45vw, 94vw"
            priority
          />
        }
      />
      <div className="border-t border-line">
        <Container className="py-10 sm:py-14">
          <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-4">
            {SERVICES.map((service) => (
              <OfferCard key={service.title} offer={service} />
            ))}
          </ul>
        </Container>
      </div>
      <ClosingCall
        title="Precisa de mais de um serviço?"
        lead="Publique um projeto só, marque as habilidades e receba propostas para o conjunto."
        action={{ label: 'Criar conta', to: paths.auth() }}
      />
    </>
  )
}
