import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, type Control } from 'react-hook-form'
import { errorSentence, toApiError } from '@/api/errors'
import { BOUNDS, CORRECTIONS_MONTHLY_MAX } from '@/api/limits'
import { NUMBER_NAMES, requestCorrection, type RegisteredNumber } from '@/features/settings/numbers/numbers'
import { isCnpj, isCpf, type DocumentKind } from '@/lib/text/documents'
import { toast } from '@/lib/toast'
import { z } from '@/lib/zod'
import { Button } from '@/ui/button'
import { DialogActions, DialogClose } from '@/ui/dialog'
import { DocumentInput } from '@/ui/document-input'
import { ErrorSummary } from '@/ui/error-summary'
import { Field, FieldError } from '@/ui/field'
import { Textarea } from '@/ui/input'
import { useForm } from '@/ui/use-form'

const reason = z.string().check(z.trim(), z.minLength(1, 'Escreva o motivo'))
const SCHEMAS = {
  cpf: z.object({ document: z.string().check(z.refine(isCpf, 'CPF inválido.')), reason }),
  cnpj: z.object({ document: z.string().check(z.refine(isCnpj, 'CNPJ inválido.')), reason }),
}

type Values = { document: string; reason: string }

type CorrectionFormProps = { number: RegisteredNumber; onSent: () => void }

/** Says what a correction changes, and what stays, before it is asked for. */
export function CorrectionForm({ number, onSent }: CorrectionFormProps) {
  const { kind, partyId } = number
  const form = useForm(SCHEMAS[kind], { document: '', reason: '' })
  const { errors, submitCount, isSubmitting } = form.formState
  const request = useMutation(requestCorrection(useQueryClient()))
  const [refusal, setRefusal] = useState<string>()

  async function send(values: Values) {
    setRefusal(undefined)
    try {
      await request.mutateAsync({ ...values, party_id: partyId, kind })
    } catch (error) {
      if (ABOUT_NUMBER.includes(toApiError(error).code))
        form.setError('document', { message: errorSentence(error) })
      else setRefusal(errorSentence(error))
      return
    }
    toast({ title: 'Correção pedida', description: 'Avisamos quando a administração decidir.' })
    onSent()
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => void form.handleSubmit(send)(event)}
    >
      <ErrorSummary errors={errors} submitCount={submitCount} />
      <NumberField kind={kind} control={form.control} />
      <Field
        name="reason"
        label="Motivo"
        hint="A administração lê o que você escrever."
        error={errors.reason?.message}
      >
        <Textarea rows={3} maxLength={BOUNDS.corrections.reason} {...form.register('reason')} />
      </Field>
      <Consequences number={number} />
      {refusal !== undefined && (
        <div role="alert">
          <FieldError>{refusal}</FieldError>
        </div>
      )}
      <DialogActions>
        <DialogClose asChild>
          <Button>Cancelar</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={isSubmitting}>
          Pedir correção
        </Button>
      </DialogActions>
    </form>
  )
}

type NumberFieldProps = { kind: DocumentKind; control: Control<Values> }

function NumberField({ kind, control }: NumberFieldProps) {
  return (
    <Controller
      control={control}
      name="document"
      render={({ field, fieldState }) => (
        <Field name="document" label={`${NUMBER_NAMES[kind]} certo`} error={fieldState.error?.message}>
          <DocumentInput
            kind={kind}
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
          />
        </Field>
      )}
    />
  )
}

const ABOUT_NUMBER = ['invalid_cpf', 'invalid_cnpj', 'same_number']

function Consequences({ number }: { number: RegisteredNumber }) {
  return (
    <ul className="flex list-disc flex-col gap-1.5 rounded border border-line bg-sunken py-3 pr-4 pl-8 text-sm text-muted">
      <li>Contratos, notas fiscais e recibos que já existem continuam com o número de antes.</li>
      {number.isPaidUnder && (
        <li>
          Uma conta de recebimento já aberta é do número atual: aprovada a correção, você abre outra em
          Financeiro, com outro e-mail ou depois de encerrar a de antes na instituição. Com valor em garantia,
          saldo ou saque em andamento, a correção não é aprovada.
        </li>
      )}
      <li>São até {CORRECTIONS_MONTHLY_MAX} pedidos em 30 dias.</li>
    </ul>
  )
}
