import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { BOUNDS } from '@/api/limits'
import { Section, StepList, type Step, Figure } from '@/features/landing/sections'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { PictureCard } from '@/features/landing/picture-card'

const COMPANY_STEPS: readonly Step[] = [
  {
    title: 'Descreva a planta e o resultado',
    text: 'O que existe hoje, o que precisa mudar, quando a linha pode parar e como será o aceite.',
  },
  {
    title: 'Compare propostas',
    text: 'Valor, carta de apresentação, portfólio e avaliações lado a lado. Dúvidas se tiram por mensagem.',
  },
  {
    title: 'Acompanhe até a entrega',
    text: 'Aceite uma proposta, converse em um só lugar e confira programa comentado, backup e as built.',
  },
]

const PROGRAMMER_STEPS: readonly Step[] = [
  {
    title: 'Monte um perfil que fala por você',
    text: `Até ${BOUNDS.profiles.skills} habilidades entre as 22 áreas da automação, título, região de atuação e portfólio com fotos.`,
  },
  {
    title: 'Escolha o que sabe fazer bem',
    text: 'Filtre por CLP, supervisório, robótica ou redes e leia escopo, orçamento e prazo antes de escrever.',
  },
  {
    title: 'Proponha, entregue, seja avaliado',
    text: 'Envie seu valor e sua abordagem. Cada entrega bem avaliada puxa a próxima.',
  },
]

/** How it works for both sides, in three steps each. */
export function HomeWays({ picture }: { picture: ReactNode }) {
  return (
    <Section
      split
      title="Como Funciona"
      lead="Dois lados, o mesmo escopo. A empresa sabe o que vai receber; o profissional sabe o que precisa entregar."
      aside={<Figure>{picture}</Figure>}
    >
      <div className="grid grid-cols-1 gap-10 sm:grid-cols-2">
        <Way
          title="Para empresas"
          steps={COMPANY_STEPS}
          action="Publicar Projeto"
          to={paths.publishProject()}
        />
        <Way
          title="Para programadores"
          steps={PROGRAMMER_STEPS}
          action="Procurar Projetos"
          to={paths.projects()}
        />
      </div>
    </Section>
  )
}

function Way({
  title,
  steps,
  action,
  to,
}: {
  title: string
  steps: readonly Step[]
  action: string
  to: string
}) {
  return (
    <div className="flex flex-col gap-4">
      <h3 className="text-lg font-semibold">{title}</h3>
      <StepList steps={steps} />
      <Button asChild className="self-start">
        <Link to={to}>{action}</Link>
      </Button>
    </div>
  )
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
