import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { BOUNDS } from '@/api/limits'
import { Figure } from '@/features/landing/page-hero'
import { Section, StepList, type Step } from '@/features/landing/section'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'

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
