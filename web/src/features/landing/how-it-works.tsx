import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useInstitution } from '@/api/deal/payment'
import { companySteps, PROFESSIONAL_STEPS } from '@/features/landing/how-it-works-steps'
import { PageHero } from '@/features/landing/page-hero'
import { Section } from '@/features/landing/section'
import { StepList, type Step } from '@/features/landing/step-list'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { Container } from '@/ui/container'

/** Both sides of a contract, as a drawing and step by step. */
export function HowItWorks({ flowchart }: { flowchart: ReactNode }) {
  return (
    <>
      <PageHero
        title="Como Funciona"
        lead="Quatro passos de cada lado, do escopo à entrega. A empresa publica, o profissional propõe, e os dois sabem o que será conferido no fim."
      />
      <div className="border-t border-line">
        <Container className="py-10 sm:py-14">{flowchart}</Container>
      </div>
      <Side
        title="Para empresas"
        lead="Contrate para uma migração, uma célula nova ou uma parada programada."
        steps={companySteps(useInstitution())}
        action="Cadastrar minha empresa"
      />
      <Side
        title="Para profissionais"
        lead="Programadores, engenheiros e técnicos: escolha projetos que combinam com o que você domina."
        steps={PROFESSIONAL_STEPS}
        action="Criar perfil profissional"
      />
    </>
  )
}

function Side({
  title,
  lead,
  steps,
  action,
}: {
  title: string
  lead: string
  steps: readonly Step[]
  action: string
}) {
  return (
    <Section
      split
      title={title}
      lead={lead}
      aside={
        <Button asChild className="self-start">
          <Link to={paths.auth()}>{action}</Link>
        </Button>
      }
    >
      <StepList steps={steps} level={3} />
    </Section>
  )
}
