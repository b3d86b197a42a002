import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useInstitution } from '@/api/config'
import { errorSentence, toApiError } from '@/api/errors'
import { AddressFields, BillingFields } from '@/features/receiver/holder-fields'
import { holderQuery, openReceiver, receiverQuery } from '@/features/receiver/queries'
import { ReceiverState } from '@/features/receiver/receiver-state'
import {
  EMPTY_HOLDER,
  holderSchema,
  refusedField,
  type HolderKind,
  type HolderValues,
} from '@/features/receiver/schema'
import { formatDocument } from '@/lib/text/documents'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { ErrorState } from '@/ui/error-state'
import { ErrorSummary } from '@/ui/error-summary'
import { FieldError } from '@/ui/field'
import { Loading, Skeleton } from '@/ui/skeleton'
import { useDraft } from '@/ui/use-draft'
import { useForm } from '@/ui/use-form'

/** The account that receives a professional's payments: its state, or the form that opens it. */
export function ReceiverSection({ partyId }: { partyId: string }) {
  const institution = useInstitution()
  if (institution === null) return null
  return (
    <section aria-labelledby="receiver" className="flex flex-col gap-4">
      <div>
        <h2 id="receiver" className="text-lg font-semibold">
          Conta para receber
        </h2>
        <p className="max-w-measure text-sm text-muted">
          Pagamentos com garantia entram em uma conta no seu nome em {institution}, que confere os dados com a
          Receita Federal.
        </p>
      </div>
      <Account partyId={partyId} institution={institution} />
    </section>
  )
}

function Account({ partyId, institution }: { partyId: string; institution: string }) {
  const query = useQuery(receiverQuery(partyId))
  if (query.isPending) {
    return (
      <Loading label="Carregando a conta…">
        <Skeleton className="h-24" />
      </Loading>
    )
  }
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  const receiver = query.data
  if (receiver?.institution === institution) return <ReceiverState receiver={receiver} />
  return <Opening partyId={partyId} />
}

/** The data the institution asks for, below what it is told anyway. */
function Opening({ partyId }: { partyId: string }) {
  const query = useQuery(holderQuery(partyId))
  if (query.isPending) {
    return (
      <Loading label="Carregando o cadastro…">
        <Skeleton className="h-64" />
      </Loading>
    )
  }
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  const { name, document, kind, institution } = query.data
  return (
    <Card className="p-5">
      <HolderForm
        partyId={partyId}
        name={name}
        document={document}
        kind={KINDS[kind] ?? 'person'}
        institution={institution}
      />
    </Card>
  )
}

const KINDS: Readonly<Record<string, HolderKind>> = { mei: 'mei', pj: 'pj' }

type HolderFormProps = {
  partyId: string
  name: string
  document: string
  kind: HolderKind
  institution: string
}

/** The data that the institution requires; a refusal is shown at its field. */
function HolderForm({ partyId, name, document, kind, institution }: HolderFormProps) {
  const form = useForm(holderSchema(kind), EMPTY_HOLDER)
  const kept = useDraft(`receiver-${partyId}`, form)
  const open = useMutation(openReceiver(useQueryClient(), partyId))
  const [refusal, setRefusal] = useState<string>()
  const { errors, submitCount, isSubmitting } = form.formState

  async function send(values: HolderValues) {
    setRefusal(undefined)
    try {
      await open.mutateAsync(values)
    } catch (error) {
      const { field, sentence } = refusedField(toApiError(error).details)
      if (field === undefined) setRefusal(sentence ?? errorSentence(error))
      else form.setError(field, { message: sentence ?? errorSentence(error) })
      return
    }
    kept.clear()
    toast({ title: 'Cadastro enviado', description: `${institution} vai conferir os dados.` })
  }

  return (
    <form
      noValidate
      className="flex max-w-3xl flex-col gap-6"
      onSubmit={(event) => void form.handleSubmit(send)(event)}
    >
      <ErrorSummary errors={errors} submitCount={submitCount} />
      <Identity name={name} document={document} isPerson={kind === 'person'} />
      <BillingFields form={form} kind={kind} />
      <AddressFields form={form} />
      {refusal !== undefined && (
        <div role="alert">
          <FieldError>{refusal}</FieldError>
        </div>
      )}
      <div className="flex flex-col gap-3 border-t border-line pt-6 sm:flex-row sm:items-center sm:justify-between">
        <p className="max-w-measure text-sm text-muted">
          Os dados vão para {institution} e não ficam guardados aqui.
        </p>
        <Button type="submit" loading={isSubmitting}>
          Enviar cadastro
        </Button>
      </div>
    </form>
  )
}

type IdentityProps = { name: string; document: string; isPerson: boolean }

/** Who the account is of is known, and changes nowhere but where it is kept. */
function Identity({ name, document, isPerson }: IdentityProps) {
  return (
    <dl className="grid gap-4 rounded border border-line bg-sunken p-4 text-sm sm:grid-cols-2">
      <div>
        <dt className="text-muted">{isPerson ? 'Nome' : 'Razão social'}</dt>
        <dd className="font-medium break-words">{name}</dd>
      </div>
      <div>
        <dt className="text-muted">{isPerson ? 'CPF' : 'CNPJ'}</dt>
        <dd className="figures font-medium">{formatDocument(document, isPerson ? 'cpf' : 'cnpj')}</dd>
      </div>
    </dl>
  )
}
