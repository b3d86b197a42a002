import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { errorSentence } from '@/api/errors'
import { PictureFields, type PictureProgress } from './picture-fields'
import { ProfessionalFields, refuseSkills } from './professional-fields'
import { ProfilePreview } from './profile-preview'
import { kindOf } from '@/lib/person/person'
import { saveProfile, editableProfileQuery } from './queries'
import { fromRow, profileSchema, type ProfileInput, type ProfileValues, type EditableProfile } from './schema'
import { Technologies } from '@/features/profile-edit/technologies'
import { TextFields } from './text-fields'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { ErrorSummary } from '@/ui/error-summary'
import { FieldError } from '@/ui/field'
import { toast } from '@/lib/toast'
import { UnsavedChanges } from '@/ui/unsaved-changes'
import { useForm } from '@/ui/use-form'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

type ProfileFormProps = {
  profile: EditableProfile
  /** The person who edits it: their own profile, or that of a party they manage. */
  personId: string
}

export function ProfileForm({ profile, personId }: ProfileFormProps) {
  const form = useForm(profileSchema, fromRow(profile))
  const { errors, isDirty, isSubmitting, submitCount } = form.formState
  const { save, progress, failure, wasSaved } = useSave(profile, personId)
  const hasUnsaved = useCallback(() => isDirty && !wasSaved.current, [isDirty, wasSaved])
  return (
    <div className="grid gap-8 xl:grid-cols-3">
      <form
        noValidate
        className="flex min-w-0 flex-col gap-6 xl:col-span-2"
        onSubmit={(event) => void form.handleSubmit(save, refused)(event)}
      >
        <ErrorSummary errors={summarized(errors)} submitCount={submitCount} />
        <PictureFields form={form} progress={progress} isParty={profile.is_party} kind={kindOf(profile)} />
        <TextFields form={form} isParty={profile.is_party} />
        {profile.is_party && profile.role === 'professional' && <ProfessionalFields form={form} />}
        <div className="flex flex-col gap-3 border-t border-line pt-6 sm:flex-row sm:items-center sm:justify-end">
          {failure !== undefined && <FieldError>{failure}</FieldError>}
          <Button type="submit" variant="primary" size="lg" loading={isSubmitting}>
            Salvar Alterações
          </Button>
        </div>
      </form>
      <ProfilePreview form={form} kind={kindOf(profile)} />
      <UnsavedChanges isDirty={hasUnsaved} />
    </div>
  )
}

function useSave(profile: EditableProfile, personId: string) {
  const navigate = useNavigate()
  const { mutateAsync } = useMutation(saveProfile(useQueryClient(), profile, personId))
  const [progress, setProgress] = useState<PictureProgress>({})
  const [failure, setFailure] = useState<string>()
  const wasSaved = useRef(false)

  async function save(values: ProfileValues) {
    setFailure(undefined)
    try {
      await mutateAsync({
        values,
        onProgress: (kind, share) => setProgress((before) => ({ ...before, [kind]: share })),
      })
    } catch (error) {
      setFailure(errorSentence(error))
      toast({
        variant: 'destructive',
        title: 'Erro ao atualizar perfil',
        description: 'Não foi possível salvar as alterações. Tente novamente.',
      })
      return
    } finally {
      setProgress({})
    }
    wasSaved.current = true
    toast({ title: 'Perfil Atualizado!', description: 'Suas informações foram salvas com sucesso.' })
    await navigate(paths.dashboard())
  }

  return { save, progress, failure, wasSaved }
}

function summarized(errors: FieldErrors<ProfileInput>) {
  const { name, title, headline, location, about, experience, skills } = errors
  const all = { name, title, headline, location, about, experience, skills }
  return Object.fromEntries(Object.entries(all).map(([field, error]) => [field, { message: error?.message }]))
}

function refused(errors: FieldErrors<ProfileInput>) {
  if (errors.skills) {
    refuseSkills()
    return
  }
  if (!errors.name && !errors.title) return
  toast({
    variant: 'destructive',
    title: 'Erro de Validação',
    description: 'Por favor, preencha todos os campos obrigatórios.',
  })
}

/** The form over a profile as it is stored. */
export function StoredProfileForm({ profileId, personId }: { profileId: string; personId: string }) {
  const query = useQuery(editableProfileQuery(profileId))
  if (query.isPending) {
    return (
      <Loading label="Carregando perfil…">
        <div className="flex max-w-3xl flex-col gap-6">
          <div className="grid gap-6 md:grid-cols-2">
            <Skeleton className="h-56" />
            <Skeleton className="h-56" />
          </div>
          <Skeleton className="h-96" />
        </div>
      </Loading>
    )
  }
  if (query.isError) {
    return (
      <ErrorState
        message={errorSentence(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  }
  return (
    <>
      <ProfileForm profile={query.data} personId={personId} />
      {query.data.role === 'professional' && query.data.is_party && <Technologies profileId={profileId} />}
    </>
  )
}
