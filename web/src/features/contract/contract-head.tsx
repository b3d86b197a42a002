import { Link } from 'react-router'
import { titleOf } from '@/features/contract/lists/contract-list'
import type { Contract } from '@/features/contract/queries'
import { standOf } from '@/features/contract/side'
import { formatDate } from '@/lib/format'
import { formatMoney } from '@/lib/money'
import { paths, profilePath } from '@/lib/paths'
import { isBlocked } from '@/lib/person/person'
import { Badge } from '@/ui/badge'
import { Breadcrumb } from '@/ui/breadcrumb'
import { PageHeader } from '@/ui/page-header'
import { Tag, tagOf } from '@/ui/tag'

type ContractHeadProps = {
  contract: Contract
  /** Administrators come from the disputes; they have no list of contracts. */
  isForAdministrators?: boolean
}

/** The title, the sides and the state of a contract. */
export function ContractHead({ contract, isForAdministrators = false }: ContractHeadProps) {
  const { label, tone } = standOf(contract)
  const number = tagOf('CTR', contract.number)
  return (
    <PageHeader
      above={
        <>
          <Breadcrumb
            crumbs={[
              isForAdministrators
                ? { label: 'Disputas', to: `${paths.admin()}?aba=disputas` }
                : { label: 'Contratos', to: paths.contracts() },
              { label: number },
            ]}
          />
          <span className="flex flex-wrap items-center gap-2 text-sm text-muted">
            <Tag>{number}</Tag>
            <Badge tone={tone}>{label}</Badge>
            de {formatDate(contract.created_at)}
          </span>
        </>
      }
      title={titleOf(contract)}
      description={
        <>
          <PartyName party={contract.company} /> contrata <PartyName party={contract.professional} /> por{' '}
          <span className="figures font-medium text-ink">{formatMoney(contract.value_cents)}</span>
        </>
      }
    />
  )
}

function PartyName({ party }: { party: Contract['company'] }) {
  if (party === null) return <span className="text-ink">Usuário indisponível</span>
  return (
    <>
      <Link to={profilePath(party)} className="font-medium text-ink hover:underline">
        {party.name}
      </Link>
      {isBlocked(party) && (
        <Badge tone="danger" className="ml-2">
          bloqueado
        </Badge>
      )}
    </>
  )
}
