import { ClosingCall } from '@/features/landing/sections'
import { HowItWorks, FLOWCHART_TEXT } from '@/features/landing/how-it-works'
import { Flowchart } from '@/features/site-image/site-image'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'

export function HowItWorksPage() {
  useTitle('Como Funciona')
  return (
    <>
      <HowItWorks flowchart={<Flowchart alt={FLOWCHART_TEXT} />} />
      <ClosingCall
        title="Pronto para o primeiro passo?"
        lead="Escolha o seu lado no cadastro: empresa ou profissional."
        action={{ label: 'Criar conta', to: paths.auth() }}
      />
    </>
  )
}
