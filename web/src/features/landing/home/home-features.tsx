import type { ReactNode } from 'react'
import { useInstitution } from '@/api/config'
import { Section } from '@/features/landing/sections'
import { classNames } from '@/lib/class-names'

/** The four promises of the product, each with a small reading of what it means. */
export function HomeFeatures() {
  return (
    <Section
      title="Contratar automação sem adivinhar"
      lead="O que mais atrasa um projeto não é a programação: é o que ficou sem escrever. Aqui cada contratação começa pelo que será entregue."
    >
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <Feature title="Definição clara do escopo" figure={<ScopeFigure />}>
          Quantidade de I/O, plataforma, redes, janela de parada e critérios de TAF e TAC entram na
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

/* Small drawings of what the cards beside them say; examples, not data, and hidden from screen readers. */

const SCOPE = [
  ['CPU', '315-2 DP → 1515-2 PN'],
  ['I/O', '128 ED · 96 SD · 16 EA'],
  ['Rede', 'PROFIBUS → PROFINET'],
  ['Aceite', 'TAF · TAC · as built'],
] as const

function ScopeFigure() {
  return (
    <div className="figures flex flex-col gap-1.5 text-xs">
      {SCOPE.map(([name, value]) => (
        <div
          key={name}
          className="flex flex-wrap justify-between gap-x-3 border-b border-line pb-1.5 last:border-0 last:pb-0"
        >
          <span className="text-muted">{name}</span>
          <span className="sm:whitespace-nowrap">{value}</span>
        </div>
      ))}
    </div>
  )
}

const QUOTES = [
  { amount: '48.200,00', width: 'w-3/5' },
  { amount: '52.400,00', width: 'w-4/5' },
  { amount: '57.900,00', width: 'w-11/12' },
] as const

function QuotesFigure() {
  return (
    <div className="figures flex flex-col gap-2 text-xs">
      {QUOTES.map(({ amount, width }) => (
        <div key={amount} className="flex items-center gap-3">
          <span className="whitespace-nowrap">R$ {amount}</span>
          <span className="h-2 flex-1 bg-hover">
            <span className={classNames('block h-2 bg-control', width)} />
          </span>
        </div>
      ))}
      <div className="flex justify-between border-t border-line pt-2 text-muted">
        <span>faixa</span>
        <span>R$ 45.000,00 a R$ 60.000,00</span>
      </div>
    </div>
  )
}

const MILESTONES = [
  { share: 20, name: 'proj.', span: 'col-span-2' },
  { share: 40, name: 'TAF', span: 'col-span-4' },
  { share: 30, name: 'TAC', span: 'col-span-3' },
  { share: 10, name: '', span: 'col-span-1' },
] as const

function MilestonesFigure() {
  return (
    <div className="figures grid grid-cols-10 gap-x-0.5 gap-y-2 text-xs">
      {MILESTONES.map(({ share, span }, index) => (
        <span key={share} className={classNames('h-8', span, index < 2 ? 'bg-control' : 'bg-hover')} />
      ))}
      {MILESTONES.map(({ share, name, span }) => (
        <span key={share} className={classNames('flex flex-col', span)}>
          <span>
            {share}
            {name !== '' && '%'}
          </span>
          <span className="text-muted">{name}</span>
        </span>
      ))}
    </div>
  )
}

const STARS = [
  { stars: 5, width: 'w-5/6' },
  { stars: 4, width: 'w-1/6' },
  { stars: 3, width: 'w-1/12' },
] as const

function RatingFigure() {
  return (
    <div className="flex items-center gap-5">
      <span className="figures text-3xl font-medium">4,8</span>
      <div className="figures flex flex-1 flex-col gap-2 text-xs">
        {STARS.map(({ stars, width }) => (
          <div key={stars} className="flex items-center gap-3">
            <span className="text-muted">{stars}</span>
            <span className="h-2 flex-1 bg-hover">
              <span className={classNames('block h-2 bg-control', width)} />
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
