import { useQuery } from '@tanstack/react-query'
import { Scale, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { errorSentence } from '@/api/errors'
import type { Acting } from '@/api/session/party'
import { useMember } from '@/api/session/session'
import { DisputeView } from './dispute-view'
import { disputeQuery, printDispute } from './queries'
import { nameOf, sideOf } from './text'
import { formatMoney } from '@/lib/money'
import { isId } from '@/lib/ids'
import { paths } from '@/lib/paths'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { PageHeader } from '@/ui/page-header'
import { Loading, Skeleton } from '@/ui/skeleton'
import { useSavePdf } from '@/api/request/save-file'
import { Button } from '@/ui/button'

type DisputeScreenProps = {
  disputeId: string
  /** Shown when the person belongs to a side of the dispute, but acts for another party now. */
  otherParty: (owners: Acting['party'][]) => ReactNode
}

/** Loads a dispute and shows it to its two sides and to administrators. */
export function DisputeScreen({ disputeId, otherParty }: DisputeScreenProps) {
  const { profile, party, parties, rights } = useMember()
  const query = useQuery({ ...disputeQuery(disputeId), enabled: isId(disputeId) })
  if (!isId(disputeId) || query.data === null) return <NoDispute />
  if (query.isError)
    return <ErrorState level={1} message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading level={1} label="Carregando disputa…">
        <Skeleton className="mb-6 h-16 max-w-xl" />
        <Skeleton className="h-64" />
      </Loading>
    )
  }
  const dispute = query.data
  const isAdmin = party.role === 'admin'
  if (sideOf(dispute, party.id) === undefined && !isAdmin) {
    const owners = parties.flatMap((acting) => (sideOf(dispute, acting.party.id) ? acting.party : []))
    return owners.length === 0 ? <NoDispute /> : otherParty(owners)
  }
  const title = dispute.contract?.project?.title ?? 'Contrato'
  return (
    <>
      <PageHeader
        above={<Above contract={dispute.contract_id} title={title} isAdmin={isAdmin} />}
        title={`Disputa: ${nameOf(dispute)}`}
        description={`${isAdmin ? `${title}. ` : ''}${dispute.contract?.company?.name ?? 'Empresa'} e ${dispute.contract?.professional?.name ?? 'profissional'}, sobre ${formatMoney(dispute.value_cents)}.`}
        actions={<SaveDispute disputeId={dispute.id} />}
      />
      <DisputeView
        dispute={dispute}
        partyId={party.id}
        personId={profile.id}
        mayNegotiate={rights.includes('negotiate')}
        isAdmin={isAdmin}
      />
    </>
  )
}

function Above({ contract, title, isAdmin }: { contract: string; title: string; isAdmin: boolean }) {
  const link = 'inline-block min-h-6 underline underline-offset-2'
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {isAdmin && (
        <Link to={`${paths.admin()}?aba=disputas`} className={link}>
          Disputas
        </Link>
      )}
      <Link to={paths.contract(contract)} className={link}>
        {isAdmin ? 'Ler o contrato' : title}
      </Link>
    </span>
  )
}

function NoDispute() {
  return (
    <EmptyState
      icon={Scale}
      level={1}
      title="Disputa não encontrada"
      description="Só as duas partes do contrato e a administração a leem."
    />
  )
}

/** Saves all that was said in a dispute as PDF. */
export function SaveDispute({ disputeId }: { disputeId: string }) {
  const save = useSavePdf(() => printDispute(disputeId))
  return (
    <Button loading={save.isPending} onClick={() => save.mutate()}>
      <Download className="size-4" aria-hidden />
      Baixar PDF
    </Button>
  )
}
