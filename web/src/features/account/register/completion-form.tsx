import { useMutation, useQueryClient, useQuery, queryOptions, type QueryClient } from '@tanstack/react-query'
import { FormProvider, useWatch } from 'react-hook-form'
import { DocumentField, NameField, refuseSkills, RoleField, SkillsField, TermsField } from './register-fields'
import { failure } from './register-form'
import { completionSchema, type CompletionValues } from '@/features/account/schema'
import { addressed } from '@/lib/person/person'
import { reportOutcome } from '@/lib/timing'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'
import { ErrorSummary } from '@/ui/error-summary'
import { useForm } from '@/ui/use-form'
import { errorSentence } from '@/api/errors'
import { ErrorState } from '@/ui/error-state'
import { Loading, SkeletonList } from '@/ui/skeleton'
import { requestOnce } from '@/api/request/request-once'
import { request } from '@/api/request/request'
import { after, invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'

/** The data of an incomplete registration. */
function registrationQuery(userId: string) {
  return queryOptions({
    queryKey: keys.registration(userId),
    queryFn: ({ signal }) =>
      request((data) =>
        data
          .from('registrations')
          .select('name, role, skills')
          .eq('user_id', userId)
          .abortSignal(signal)
          .maybeSingle(),
      ),
  })
}

/** Completes a registration with the missing document and the acceptance of the terms. */
function completeRegistration(queryClient: QueryClient, userId: string) {
  return {
    mutationFn: ({ skills, ...stated }: CompletionValues) =>
      requestOnce((data) =>
        data.rpc('complete_registration', {
          ...stated,
          ...(stated.role === 'professional' && { skills }),
        }),
      ),
    onSuccess: () => invalidate(queryClient, after.registration(userId)),
  }
}

/** The data given already; an account of an identity provider has no role yet. */
type Said = { name: string; role: CompletionValues['role'] | null; skills: string[] }

/** The form for the missing data, with the checks of a registration. */
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
    reportOutcome(complete.mutateAsync(values), {
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
    <FormProvider {...form}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => void form.handleSubmit(send, ({ skills }) => skills && refuseSkills())(event)}
      >
        <ErrorSummary errors={errors} submitCount={submitCount} />
        {said.role === null && <RoleField />}
        <NameField whose={role} />
        <DocumentField whose={role} />
        {role === 'professional' && <SkillsField />}
        <TermsField />
        <Button type="submit" variant="primary" size="lg" loading={complete.isPending}>
          Concluir cadastro
        </Button>
      </form>
    </FormProvider>
  )
}

/** Loads what a registration already holds and shows the form that completes it. */
export function StoredCompletionForm({ userId }: { userId: string }) {
  const { data, error, refetch, isFetching } = useQuery(registrationQuery(userId))
  if (error !== null)
    return <ErrorState message={errorSentence(error)} onRetry={() => void refetch()} retrying={isFetching} />
  if (data === undefined) {
    return (
      <Loading label="Carregando o seu cadastro…">
        <SkeletonList lines={4} />
      </Loading>
    )
  }
  return <CompletionForm userId={userId} said={data ?? { name: '', role: null, skills: [] }} />
}
