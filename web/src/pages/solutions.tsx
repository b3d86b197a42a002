import { PageHero, ClosingCall } from '@/features/landing/sections'
import { PictureCard, professionalsWho } from '@/features/landing/picture-card'
import { SOLUTIONS } from '@/features/landing/solutions'
import { SiteImage } from '@/features/site-image/site-image'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { Container } from '@/ui/page'

const CARD = '(min-width: 1280px) 23rem, (min-width: 1024px) 30vw, (min-width: 640px) 46vw, 92vw'

export function SolutionsPage() {
  useTitle('Soluções')
  return (
    <>
      <PageHero
        title="Soluções"
        lead="Seis aplicações que os profissionais da plataforma executam, com o que se costuma entregar em cada uma. Escolha a sua e veja quem faz."
      />
      <div className="border-t border-line">
        <Container className="py-10 sm:py-14">
          <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {SOLUTIONS.map((solution, index) => (
              <PictureCard
                key={solution.image}
                level={2}
                picture={
                  <SiteImage name={solution.image} alt={solution.alt} sizes={CARD} priority={index === 0} />
                }
                title={solution.title}
                items={solution.items}
                to={professionalsWho(...solution.skills)}
                action={
                  <>
                    Ver profissionais<span className="sr-only"> de {solution.title}</span>
                  </>
                }
              >
                {solution.text}
              </PictureCard>
            ))}
          </ul>
        </Container>
      </div>
      <ClosingCall
        title="Seu caso não está na lista?"
        lead="Descreva a planta e o resultado esperado: quem entende vai responder."
        action={{ label: 'Publicar meu projeto', to: paths.publishProject() }}
        other={{ label: 'Como funciona', to: paths.howItWorks() }}
      />
    </>
  )
}
