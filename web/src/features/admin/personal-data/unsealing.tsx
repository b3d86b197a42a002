import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LockOpen } from 'lucide-react'
import { errorSentence } from '@/api/errors'
import { readSealedParty, type SealedContract } from '@/features/admin/personal-data/personal-data-queries'
import { classNames } from '@/lib/class-names'
import { formatDocument } from '@/lib/text/documents'
import { formatDate } from '@/lib/format'
import { Button } from '@/ui/button'
import { ReasonDialog } from '@/ui/reason-dialog'
import { tagOf } from '@/ui/tag'
import { toast } from '@/lib/toast'

type Party = {
  side: string
  legal_name: string
  document: string | null
  email: string
  sealed_at: string
  keep_until: string
}

/** Asks for a reason, which is recorded, and shows the unsealed data until the user leaves the page. */
export function Unsealing({ contract }: { contract: Pick<SealedContract, 'id' | 'number'> }) {
  const read = useMutation(readSealedParty(useQueryClient()))

  async function open(reason: string) {
    try {
      await read.mutateAsync({ contract_id: contract.id, reason })
    } catch (error) {
      toast({ variant: 'destructive', title: 'Dados não abertos', description: errorSentence(error) })
      throw error
    }
  }

  if (read.data) return <Opened parties={read.data.parties} />
  return (
    <div className="border-t border-line pt-4">
      <ReasonDialog
        trigger={
          <Button>
            <LockOpen className="size-4" aria-hidden />
            Abrir dados sob sigilo
          </Button>
        }
        title={`Abrir os dados de ${tagOf('CTR', contract.number)}?`}
        description="A abertura fica registrada na auditoria, com o seu nome, a data e o motivo. O registro não pode ser apagado."
        hint="Por exemplo, o número do ofício ou do processo."
        confirmLabel="Registrar e abrir"
        maxLength={REASON_MAX}
        loading={read.isPending}
        onConfirm={open}
      />
    </div>
  )
}

const REASON_MAX = 1000

function Opened({ parties }: { parties: readonly Party[] }) {
  return (
    <ul aria-label="Dados sob sigilo" className="flex flex-col gap-4 border-t border-line pt-4">
      {parties.map((party) => (
        <li key={party.side}>
          <dl className="grid gap-3 text-sm sm:grid-cols-2">
            <Datum label={party.side === 'company' ? 'Empresa' : 'Profissional'} value={party.legal_name} />
            <Datum label={nameOf(party.document)} value={written(party.document)} figures />
            <Datum label="E-mail" value={party.email === '' ? 'Não informado' : party.email} />
            <Datum label="Guardado até" value={formatDate(party.keep_until)} figures />
          </dl>
        </li>
      ))}
    </ul>
  )
}

function Datum({ label, value, figures = false }: { label: string; value: string; figures?: boolean }) {
  return (
    <div>
      <dt className="text-muted">{label}</dt>
      <dd className={classNames('break-words', figures && 'figures')}>{value}</dd>
    </div>
  )
}

const CPF_LENGTH = 11

function nameOf(document: string | null): string {
  return document?.length === CPF_LENGTH ? 'CPF' : 'CNPJ'
}

function written(document: string | null): string {
  if (document === null) return 'Não informado'
  return formatDocument(document, document.length === CPF_LENGTH ? 'cpf' : 'cnpj')
}
