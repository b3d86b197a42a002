import { ConsultingCards, WhyChooseUs } from '@/features/landing/consulting-sections'
import { PageHero, ClosingCall } from '@/features/landing/sections'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'

export function ConsultingPage() {
  useTitle('Consultoria')
  return (
    <>
      <PageHero
        title="Consultoria"
        lead="Antes de comprar painel, CPU ou robô, decida com quem já fez. Contrate um especialista para diagnosticar, comparar caminhos e escrever a especificação."
      />
      <ConsultingCards />
      <WhyChooseUs />
      <ClosingCall
        title="Comece pela pergunta certa."
        lead="Descreva o problema e receba propostas de consultores da sua área."
        action={{ label: 'Falar com especialistas', to: paths.auth() }}
      />
    </>
  )
}
