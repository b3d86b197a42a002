import { CONSULTING, REASONS } from '@/features/landing/consulting'
import { Section } from '@/features/landing/section'

/** What a consultant answers, and what stays with the company. */
export function ConsultingCards() {
  return (
    <Section title="Seis perguntas que valem um especialista">
      <ul className="grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3">
        {CONSULTING.map((card) => (
          <li key={card.title} className="flex flex-col gap-2 rounded border border-line bg-raised p-5">
            <h3 className="text-lg font-semibold">{card.title}</h3>
            <p className="text-sm text-muted">{card.text}</p>
            <p className="mt-auto border-t border-line pt-3 text-sm">
              <span className="text-muted">Você recebe: </span>
              {card.result}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

export function WhyChooseUs() {
  return (
    <Section
      split
      title="Por que nos escolher"
      lead="Consultoria boa termina em decisão. Estas são as condições para chegar a ela."
    >
      <ul className="flex flex-col">
        {REASONS.map((reason) => (
          <li key={reason.title} className="grid gap-x-8 gap-y-1 border-t border-line py-4 sm:grid-cols-5">
            <h3 className="text-base font-semibold sm:col-span-2">{reason.title}</h3>
            <p className="text-sm text-muted sm:col-span-3">{reason.text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
