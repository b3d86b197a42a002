import { useMarket } from '@/features/guide/use-market'
import { CopyField } from '@/ui/copy-field'

/** What one comes back for: where this market answers, and its public key. */
export function MarketFacts() {
  const { url, key, isDemo } = useMarket()
  return (
    <div className="flex flex-col gap-4 rounded border border-line bg-raised p-4 sm:p-5">
      <dl className="grid gap-4 md:grid-cols-2">
        <Fact name="Endereço" value={url} />
        <Fact name="Chave pública" value={key} />
      </dl>
      {isDemo && (
        <p className="text-sm text-muted">
          Este servidor é uma demonstração: os exemplos já têm uma conta de empresa e podem ser executados
          como estão.
        </p>
      )}
    </div>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <dt className="text-sm font-medium">{name}</dt>
      <dd>
        <CopyField label={name} value={value} />
      </dd>
    </div>
  )
}
