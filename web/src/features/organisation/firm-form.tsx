import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import { Link } from 'react-router'
import { ApiError, errorSentence } from '@/api/errors'
import { registerFirm } from '@/features/organisation/queries'
import { firmSchema, LEGAL_NAME_MAX, type FirmInput, type FirmValues } from '@/features/organisation/schema'
import { bareDocument } from '@/lib/text/documents'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { DocumentInput } from '@/ui/document-input'
import { ErrorSummary } from '@/ui/error-summary'
import { Field, FieldError, fieldId } from '@/ui/field'
import { Input } from '@/ui/input'
import { RadioCard } from '@/ui/radio-card'
import { useForm } from '@/ui/use-form'

const KINDS = [
  { value: 'mei', label: 'MEI', description: 'Microempreendedor individual.' },
  { value: 'pj', label: 'PJ', description: 'Sociedade limitada, unipessoal ou outra empresa.' },
] as const

type FirmFormProps = { initial: FirmInput; ownId: string; submitLabel: string; onSaved: () => void }

/** The form for how a professional bills. A refused CNPJ is reported at its field. */
export function FirmForm({ initial, ownId, submitLabel, onSaved }: FirmFormProps) {
  const form = useForm(firmSchema, initial)
  const { errors, submitCount, isSubmitting } = form.formState
  const register = useMutation(registerFirm(useQueryClient(), ownId))
  const [refusal, setRefusal] = useState<unknown>()

  async function send(values: FirmValues) {
    setRefusal(undefined)
    try {
      await register.mutateAsync({
        ...values,
        document: bareDocument(values.document),
        is_simples: values.is_simples && values.kind === 'pj',
      })
    } catch (error) {
      if (isAboutDocument(error)) form.setError('document', { message: errorSentence(error) })
      else setRefusal(error)
      return
    }
    onSaved()
  }

  return (
    <form
      noValidate
      className="flex max-w-xl flex-col gap-6"
      onSubmit={(event) => void form.handleSubmit(send)(event)}
    >
      <ErrorSummary errors={errors} submitCount={submitCount} />
      <KindField form={form} />
      <Field
        name="legal_name"
        label="Razão social"
        hint="Como está no cartão CNPJ."
        error={errors.legal_name?.message}
      >
        <Input autoComplete="organization" maxLength={LEGAL_NAME_MAX} {...form.register('legal_name')} />
      </Field>
      {initial.document === '' ? <CnpjField form={form} /> : <RegisteredCnpj document={initial.document} />}
      <SimplesField form={form} />
      {refusal !== undefined && (
        <div role="alert">
          <FieldError>{errorSentence(refusal)}</FieldError>
        </div>
      )}
      <div>
        <Button type="submit" variant="primary" size="lg" loading={isSubmitting}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

function CnpjField({ form }: { form: UseFormReturn<FirmInput, unknown, FirmValues> }) {
  return (
    <Controller
      control={form.control}
      name="document"
      render={({ field, fieldState }) => (
        <Field name="document" label="CNPJ" error={fieldState.error?.message}>
          <DocumentInput
            kind="cnpj"
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
          />
        </Field>
      )}
    />
  )
}

/** A registered CNPJ changes only by a correction, which administrators decide. */
function RegisteredCnpj({ document }: { document: string }) {
  return (
    <dl>
      <dt className="text-sm font-medium">CNPJ</dt>
      <dd className="figures pt-1.5">{document}</dd>
      <dd className="pt-1.5 text-sm text-muted">
        Está errado?{' '}
        <Link to={paths.settings()} className="underline underline-offset-2">
          Peça a correção em Configurações
        </Link>
        .
      </dd>
    </dl>
  )
}

/** Only a PJ declares this: a MEI is always in the Simples Nacional. */
function SimplesField({ form }: { form: UseFormReturn<FirmInput, unknown, FirmValues> }) {
  if (useWatch({ control: form.control, name: 'kind' }) !== 'pj') return null
  return (
    <Controller
      control={form.control}
      name="is_simples"
      render={({ field }) => (
        <Checkbox
          name="is_simples"
          label="A firma é optante do Simples Nacional: das notas dela não se retêm IRRF nem CSRF."
          checked={field.value}
          onCheckedChange={(checked) => field.onChange(checked === true)}
          onBlur={field.onBlur}
        />
      )}
    />
  )
}

function KindField({
  form: { register, formState },
}: {
  form: UseFormReturn<FirmInput, unknown, FirmValues>
}) {
  const error = formState.errors.kind?.message
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">Tipo de empresa</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {KINDS.map((kind, index) => (
          <RadioCard
            key={kind.value}
            {...register('kind')}
            {...(index === 0 && { id: fieldId('kind') })}
            {...kind}
          />
        ))}
      </div>
      {error !== undefined && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}

function isAboutDocument(error: unknown): boolean {
  return error instanceof ApiError && ['document_taken', 'invalid_cnpj'].includes(error.code)
}
