import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import { completeRegistration } from '@/features/account/registration-queries'
import { refuseSkills, RoleChoice, SkillsChoice, TermsLabel, WORDS } from '@/features/account/register-fields'
import { failure } from '@/features/account/register-form'
import { completionSchema, MAX, type CompletionValues } from '@/features/account/schema'
import { addressed } from '@/lib/greeting'
import { settle } from '@/lib/settle'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { DocumentInput } from '@/ui/document-input'
import { ErrorSummary } from '@/ui/error-summary'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { useForm } from '@/ui/use-form'

/** What was said of oneself already; no role where a provider vouches for the account. */
type Said = { name: string; role: CompletionValues['role'] | null; skills: string[] }
type Form = UseFormReturn<CompletionValues, unknown, CompletionValues>

/** The rest of a registration, by the checks of one. */
export function CompletionForm({ userId, said }: { userId: string; said: Said }) {
  const form = useForm<CompletionValues, CompletionValues>(completionSchema, {
    name: said.name,
    role: said.role ?? 'professional',
    skills: said.skills,
    document: '',
    terms: false,
  })
  const { errors, submitCount } = form.formState
  const role = useWatch({ control: form.control, name: 'role' })
  const complete = useMutation(completeRegistration(useQueryClient(), userId))

  function send(values: CompletionValues) {
    settle(complete.mutateAsync(values), {
      onSuccess: () =>
        toast({
          title: 'Cadastro realizado com sucesso!',
          description: `Boas-vindas, ${addressed(values.name, values.role === 'company')}! Sua conta está pronta.`,
        }),
      onError: (error) =>
        toast({ variant: 'destructive', title: 'Falha no cadastro', description: failure(error) }),
    })
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void form.handleSubmit(send, ({ skills }) => skills && refuseSkills())(event)}
    >
      <ErrorSummary errors={errors} submitCount={submitCount} />
      {said.role === null && <RoleField form={form} />}
      <Field name="name" label={WORDS[role].name} error={errors.name?.message}>
        <Input
          autoComplete={role === 'company' ? 'organization' : 'name'}
          maxLength={MAX.name}
          {...form.register('name')}
        />
      </Field>
      <NumberField form={form} role={role} />
      {role === 'professional' && <SkillsField form={form} />}
      <TermsField form={form} />
      <Button type="submit" variant="primary" size="lg" loading={complete.isPending}>
        Concluir cadastro
      </Button>
    </form>
  )
}

function RoleField({ form: { register } }: { form: Form }) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Tipo de conta</legend>
      <div className="grid grid-cols-2 gap-2">
        <RoleChoice value="professional" label="Profissional" {...register('role')} />
        <RoleChoice value="company" label="Empresa" {...register('role')} />
      </div>
    </fieldset>
  )
}

function NumberField({ form, role }: { form: Form; role: CompletionValues['role'] }) {
  return (
    <Controller
      control={form.control}
      name="document"
      render={({ field, fieldState }) => (
        <Field name="document" label={WORDS[role].document} error={fieldState.error?.message}>
          <DocumentInput
            kind={WORDS[role].kind}
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
          />
        </Field>
      )}
    />
  )
}

function SkillsField({ form }: { form: Form }) {
  return (
    <Controller
      control={form.control}
      name="skills"
      render={({ field, fieldState }) => <SkillsChoice {...field} error={fieldState.error?.message} />}
    />
  )
}

function TermsField({ form }: { form: Form }) {
  return (
    <Controller
      control={form.control}
      name="terms"
      render={({ field, fieldState }) => (
        <Checkbox
          name="terms"
          checked={field.value}
          onCheckedChange={(checked) => field.onChange(checked === true)}
          error={fieldState.error?.message}
          label={<TermsLabel />}
        />
      )}
    />
  )
}
