import { PricesScreen } from '@/features/price/prices-screen'
import { referencePricesQuery } from '@/api/directory/reference-prices'
import type { Reads } from '@/api/request/preloaded'
import { REFERENCE_PRICE_DAYS } from '@/api/limits'
import { readFilters } from '@/lib/navigation/use-directory-filters'
import { useTitle } from '@/lib/navigation/use-title'
import { Page } from '@/ui/page'
import { PageHeader } from '@/ui/page-header'

export const reads: Reads = (queryClient, _params, search) =>
  Promise.allSettled([queryClient.query(referencePricesQuery(readFilters(search).state))])

export function PricesPage() {
  useTitle('Quanto custa um projeto de automação')
  return (
    <Page>
      <PageHeader
        title="Quanto custa um projeto de automação"
        description="O que empresas pagaram em contratos concluídos aqui, por tipo de projeto: a metade do meio dos valores, do primeiro ao terceiro quartil."
      />
      <PricesScreen />
      <p className="mt-8 max-w-measure text-sm text-muted">
        Contam contratos concluídos nos últimos {Math.round(REFERENCE_PRICE_DAYS / 365)} anos, sem os de
        projetos confidenciais. Cada par de empresa e profissional conta uma vez, com o contrato mais novo. Um
        valor só aparece com ao menos cinco pares, de três empresas e de três profissionais, e é arredondado
        para R$ 100.
      </p>
    </Page>
  )
}
