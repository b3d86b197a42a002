import { ACCEPTANCE_DAYS, BOUNDS } from '@/api/limits'
import type { Step } from '@/features/landing/step-list'

export const FLOWCHART_TEXT =
  'Fluxograma em duas faixas. Empresa: publica o projeto, recebe propostas, colabora e gerencia, aprova e libera o pagamento. Profissional: cria o perfil, encontra projetos, envia propostas, entrega e recebe. O projeto publicado chega a quem procura; a proposta enviada chega à empresa; o pagamento liberado chega ao profissional.'

const HIRING: readonly Step[] = [
  {
    title: 'Publique seu projeto',
    text: 'Descreva o que existe e o que precisa existir: CPU e IHM atuais, quantidade de E/S, redes, janela de parada, normas aplicáveis e critérios de TAF e TAC. Informe orçamento, prazo e habilidades. Se o nome não pode aparecer, publique como Empresa Confidencial.',
  },
  {
    title: 'Receba propostas',
    text: 'Cada proposta traz um valor em reais e uma carta de apresentação. Compare portfólio, experiência e avaliações, e esclareça por mensagem o que faltar: programa-fonte, acesso remoto, materiais por conta de quem.',
  },
  {
    title: 'Colabore e gerencie',
    text: 'Visitas, revisões da lista de E/S e pendências ficam escritas na conversa com o profissional, com data e hora. O que mudar depois do aceite vira um combinado novo, com valor e prazo próprios.',
  },
]

/** A company's four steps; how it pays depends on who holds the money. */
export function companySteps(institution: string | null): readonly Step[] {
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

export const PROFESSIONAL_STEPS: readonly Step[] = [
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
