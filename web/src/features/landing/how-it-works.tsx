import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useInstitution } from '@/api/config'
import { Section, StepList, type Step, PageHero } from './sections'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { Container } from '@/ui/page'
import { ACCEPTANCE_DAYS, BOUNDS } from '@/api/limits'

export const FLOWCHART_TEXT =
  'Fluxograma em duas faixas. Empresa: publica o projeto, recebe propostas, colabora e gerencia, aprova e libera o pagamento. Profissional: cria o perfil, encontra projetos, envia propostas, entrega e recebe. O projeto publicado chega a quem procura; a proposta enviada chega à empresa; o pagamento liberado chega ao profissional.'

const HIRING: readonly Step[] = [
  {
    title: 'Publique seu projeto',
    text: 'Descreva o que existe e o que precisa existir: CPU e IHM atuais, quantidade de I/O, redes, janela de parada, normas aplicáveis e critérios de TAF e TAC. Informe orçamento, prazo e habilidades. Se o nome não pode aparecer, publique como Empresa Confidencial.',
  },
  {
    title: 'Receba propostas',
    text: 'Cada proposta traz um valor em reais e uma carta de apresentação. Compare portfólio, experiência e avaliações, e esclareça por mensagem o que faltar: programa-fonte, acesso remoto, materiais por conta de quem.',
  },
  {
    title: 'Colabore e gerencie',
    text: 'Visitas, revisões da lista de I/O e pendências ficam escritas na conversa com o profissional, com data e hora. O que mudar depois do aceite vira um combinado novo, com valor e prazo próprios.',
  },
]

/** A company's four steps; how it pays depends on who holds the money. */
function companySteps(institution: string | null): readonly Step[] {
  return [...HIRING, institution === null ? DIRECT : guarantee(institution)]
}

const DIRECT: Step = {
  title: 'Acerto direto, por marcos',
  text: 'O valor combinado fica registrado em marcos antes do início. Confira cada entrega, do programa comentado ao as built, aprove e pague direto ao profissional, com nota fiscal. Pago e recebido ficam no histórico do contrato.',
}

function guarantee(institution: string): Step {
  return {
    title: 'Valor em garantia',
    text: `Deposite cada marco por Pix antes do trabalho: o valor fica bloqueado em ${institution}, em conta do profissional. Confira a entrega e aprove, e ele é liberado; sem resposta em ${String(ACCEPTANCE_DAYS)} dias, também. A plataforma não recebe nem guarda valores.`,
  }
}

const PROFESSIONAL_STEPS: readonly Step[] = [
  {
    title: 'Crie seu perfil',
    text: `Escolha até ${BOUNDS.profiles.skills} habilidades entre as 22 áreas da automação e diga em que plataformas trabalha. No portfólio, mostre a máquina, o seu papel e as tecnologias, com até ${BOUNDS.portfolio_projects.image_urls} imagens por projeto.`,
  },
  {
    title: 'Encontre projetos',
    text: 'Busque por texto e por habilidade. Escopo, faixa de orçamento, prazo e nível de experiência estão abertos: você sabe se o projeto é seu antes de escrever a primeira linha.',
  },
  {
    title: 'Envie propostas',
    text: 'Diga o valor e como pretende fazer: premissas, o que está fora do escopo, quantos dias em campo e quem fornece licença e material. Proposta clara evita aditivo.',
  },
  {
    title: 'Entregue e receba',
    text: 'Faça o TAF, acompanhe a partida e entregue a documentação. Emita a nota fiscal a cada marco aprovado. A avaliação da empresa fica no seu perfil e pesa na próxima escolha.',
  },
]

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
