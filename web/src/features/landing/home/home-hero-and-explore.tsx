import { BellRing } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PageHero } from '@/features/landing/page-hero'
import { loginLink } from '@/lib/navigation/login-redirect'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { toast } from '@/lib/toast'
import { PictureCard } from '@/features/landing/picture-card'
import { Section } from '@/features/landing/section'

/** What the product is, for both sides, with a taste of its notices. */
export function HomeHero({ picture }: { picture: ReactNode }) {
  return (
    <PageHero
      large
      title="O especialista certo para a sua automação, do sensor ao supervisório."
      lead="Empresas publicam projetos com escopo, prazo e faixa de orçamento. Programadores, engenheiros e técnicos respondem com valor, experiência comprovada e portfólio."
      actions={
        <>
          <Button asChild variant="primary" size="lg">
            <Link {...loginLink({ from: paths.professionals(), role: 'company' })}>
              Encontrar um profissional
            </Link>
          </Button>
          <Button asChild size="lg">
            <Link {...loginLink({ from: paths.dashboard(), role: 'professional' })}>Sou um Profissional</Link>
          </Button>
          <Button variant="ghost" size="lg" className="-ml-3 px-3 text-muted" onClick={welcome}>
            <BellRing className="size-4" aria-hidden />
            Testar notificação
          </Button>
        </>
      }
      picture={picture}
    />
  )
}

function welcome(): void {
  toast({ title: 'Bem-vindo à Automação - Indústria!', description: 'Explorando a plataforma.' })
}

const LINK = 'font-medium text-ink underline underline-offset-4 hover:no-underline'

/** The ways into the product, each with its picture. */
export function HomeExplore({
  projects,
  professionals,
  services,
}: {
  projects: ReactNode
  professionals: ReactNode
  services: ReactNode
}) {
  return (
    <Section
      title="Por onde começar"
      lead={
        <>
          Projetos e perfis são abertos: olhe antes de se cadastrar. Para ir direto ao seu caso, veja as{' '}
          <Link to={paths.solutions()} className={LINK}>
            soluções por aplicação
          </Link>{' '}
          ou a{' '}
          <Link to={paths.consulting()} className={LINK}>
            consultoria
          </Link>
          .
        </>
      }
    >
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        <PictureCard picture={projects} title="Projetos abertos" to={paths.projects()} action="Ver projetos">
          Migração de CLP, supervisório, NR-12, redes: escopo, orçamento e prazo de cada um.
        </PictureCard>
        <PictureCard
          picture={professionals}
          title="Profissionais"
          to={paths.professionals()}
          action="Ver profissionais"
        >
          Programadores, instrumentistas, projetistas e integradores, com portfólio e avaliações.
        </PictureCard>
        <PictureCard picture={services} title="Serviços" to={paths.services()} action="Ver serviços">
          Do projeto elétrico ao comissionamento: o que contratar e o que exigir na entrega.
        </PictureCard>
      </ul>
    </Section>
  )
}
