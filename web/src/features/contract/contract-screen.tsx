import { useQuery } from '@tanstack/react-query'
import { FileX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { errorSentence } from '@/api/errors'
import type { Acting } from '@/api/session/party'
import { useMember } from '@/api/session/session'
import { ContractReading } from '@/features/contract/contract-reading'
import { titleOf } from '@/features/contract/lists/contract-list'
import { contractByIdQuery, type Contract } from '@/features/contract/queries'
import { standOf } from '@/features/contract/side'
import { formatDate } from '@/lib/format'
import { isId } from '@/lib/ids'
import { formatMoney } from '@/lib/money'
import { paths, profilePath } from '@/lib/paths'
import { isBlocked } from '@/lib/person/person'
import { Badge } from '@/ui/badge'
import { Breadcrumb } from '@/ui/breadcrumb'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { PageHeader } from '@/ui/page-header'
import { Loading, Skeleton } from '@/ui/skeleton'
import { Tag, tagOf } from '@/ui/tag'

type ContractScreenProps = {
  contractId: string
  /** Shown when the person belongs to a side of the contract, but acts for another party now. */
  otherParty: (owners: Acting['party'][]) => ReactNode
  /** Shown to the two sides; administrators get the contract to read. */
  children: (contract: Contract) => ReactNode
}

/** Loads a contract and decides who sees what of it. */
export function ContractScreen({ contractId, otherParty, children }: ContractScreenProps) {
  const { party, parties } = useMember()
  const query = useQuery({ ...contractByIdQuery(contractId), enabled: isId(contractId) })
  if (!isId(contractId) || query.data === null) return <NoContract />
  if (query.isError)
    return <ErrorState level={1} message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) return <LoadingContract />
  const contract = query.data
  const sides = [contract.company_id, contract.professional_id]
  if (party.role === 'admin') {
    return (
      <>
        <ContractHead contract={contract} isForAdministrators />
        <ContractReading contract={contract} />
      </>
    )
  }
  if (!sides.includes(party.id)) {
    const owners = parties.flatMap((acting) => (sides.includes(acting.party.id) ? acting.party : []))
    return owners.length === 0 ? <NoContract /> : otherParty(owners)
  }
  return (
    <>
      <ContractHead contract={contract} />
      {children(contract)}
    </>
  )
}

function LoadingContract() {
  return (
    <Loading level={1} label="Carregando contrato…">
      <Skeleton className="mb-6 h-16 max-w-xl" />
      <Skeleton className="h-40" />
    </Loading>
  )
}

function NoContract() {
  return (
    <EmptyState
      icon={FileX}
      level={1}
      title="Contrato não encontrado"
      description="Só as duas partes de um contrato o leem, e a administração quando há uma disputa."
      action={
        <Button asChild variant="primary">
          <Link to={paths.contracts()}>Meus contratos</Link>
        </Button>
      }
    />
  )
}

type ContractHeadProps = {
  contract: Contract
  /** Administrators come from the disputes; they have no list of contracts. */
  isForAdministrators?: boolean
}

/** The title, the sides and the state of a contract. */
function ContractHead({ contract, isForAdministrators = false }: ContractHeadProps) {
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
