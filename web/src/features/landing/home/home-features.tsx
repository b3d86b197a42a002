import type { ReactNode } from 'react'
import { useInstitution } from '@/api/deal/payment'
import {
  MilestonesFigure,
  QuotesFigure,
  RatingFigure,
  ScopeFigure,
} from '@/features/landing/home/feature-figures'
import { Section } from '@/features/landing/sections'

/** The four promises of the product, each with a small reading of what it means. */
export function HomeFeatures() {
  return (
    <Section
      title="Contratar automação sem adivinhar"
      lead="O que mais atrasa um projeto não é a programação: é o que ficou sem escrever. Aqui cada contratação começa pelo que será entregue."
    >
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <Feature title="Definição clara do escopo" figure={<ScopeFigure />}>
          Quantidade de E/S, plataforma, redes, janela de parada e critérios de TAF e TAC entram na
          publicação, antes da primeira proposta.
        </Feature>
        <Feature title="Orçamentos transparentes" figure={<QuotesFigure />}>
          A faixa de orçamento é pública e cada proposta traz um valor em reais e a abordagem técnica. Você
          compara sem planilha paralela.
        </Feature>
        <PaymentFeature />
        <Feature title="Avaliado por quem contratou" figure={<RatingFigure />}>
          Portfólio com fotos e tecnologias, e avaliações que só quem tem contrato pode escrever. Experiência
          se mostra, não se declara.
        </Feature>
      </ul>
    </Section>
  )
}

function PaymentFeature() {
  const institution = useInstitution()
  if (institution === null) {
    return (
      <Feature title="Acerto direto, por marcos" figure={<MilestonesFigure />}>
        O valor aceito fica registrado em marcos antes do início. A empresa confere, aprova e paga ao
        profissional; os dois confirmam, com data e comprovante.
      </Feature>
    )
  }
  return (
    <Feature title="Valor em garantia" figure={<MilestonesFigure />}>
      A empresa deposita cada marco por Pix e o valor fica bloqueado em {institution} até a entrega ser
      aprovada.
    </Feature>
  )
}

function Feature({ title, figure, children }: { title: string; figure: ReactNode; children: ReactNode }) {
  return (
    <li className="flex flex-col rounded border border-line bg-raised">
      <div aria-hidden className="flex h-36 flex-col justify-center border-b border-line px-5">
        {figure}
      </div>
      <div className="flex flex-col gap-2 p-5">
        <h3 className="text-lg font-semibold">{title}</h3>
        <p className="text-sm text-muted">{children}</p>
      </div>
    </li>
  )
}
