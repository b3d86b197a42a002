import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PictureCard } from '@/features/landing/picture-card'
import { Section } from '@/features/landing/section'
import { paths } from '@/lib/paths'

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
