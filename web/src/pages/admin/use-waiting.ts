import { useCorrectionCount } from '@/features/admin/personal-data/personal-data-queries'
import type { Waiting } from '@/features/admin/overview'
import { type Overview as MarketFigures, useMarketFigures } from '@/features/admin/queries'
import { type Figures, useMoneyFigures } from '@/features/desk/queries'
import { useMediationCount } from '@/features/fiscal/proof/mediation-query'
import { paths } from '@/lib/paths'
import { useOnceKnown } from '@/lib/timing'

/**
 * What waits for administrators, from the figures of moderation and of money. `isKnown` says whether
 * every figure has loaded or failed: until then the sections below would move.
 */
export function useWaiting(): { waiting: Waiting[] | undefined; isKnown: boolean } {
  const market = useMarketFigures()
  const money = useMoneyFigures()
  const corrections = useCorrectionCount()
  const proofs = useMediationCount()
  const isKnown = useOnceKnown(
    !market.isLoading && !money.isLoading && !corrections.isLoading && !proofs.isLoading,
  )
  if (
    !market.data ||
    money.data === undefined ||
    corrections.count === undefined ||
    proofs.count === undefined
  )
    return { waiting: undefined, isKnown }
  return { waiting: waitingOf(market.data, money.data, corrections.count, proofs.count), isKnown }
}

function waitingOf(market: MarketFigures, money: Figures, corrections: number, proofs: number): Waiting[] {
  const at = (tab: string) => `${paths.admin()}?aba=${tab}`
  return [
    { count: market.reports_open, one: 'denúncia aberta', many: 'denúncias abertas', to: at('denuncias') },
    {
      count: corrections,
      one: 'correção de CPF ou CNPJ',
      many: 'correções de CPF ou CNPJ',
      to: at('dados-pessoais'),
    },
    { count: money.disputes, one: 'disputa em aberto', many: 'disputas em aberto', to: at('disputas') },
    {
      count: proofs,
      one: 'comprovante de tributo a decidir',
      many: 'comprovantes de tributos a decidir',
      to: at('disputas'),
    },
    {
      count: money.differences,
      one: 'divergência de pagamento',
      many: 'divergências de pagamento',
      to: at('dinheiro'),
    },
    { count: money.orders_failing, one: 'ordem com falha', many: 'ordens com falha', to: at('dinheiro') },
    { count: money.payouts_failed, one: 'saque que falhou', many: 'saques que falharam', to: at('dinheiro') },
  ]
}
