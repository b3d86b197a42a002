import { useWatch, type FieldErrors, type UseFormReturn } from 'react-hook-form'
import { removePictures } from '@/api/request/upload'
import { PictureField } from './picture-field'
import {
  portfolioSchema,
  REQUIRED_NOTICE,
  type PortfolioInput,
  type PortfolioValues,
  parseTechnologies,
} from './schema'
import { usePictureUploads } from './use-picture-uploads'
import { Button } from '@/ui/button'
import { ErrorSummary } from '@/ui/error-summary'
import { FieldError, Field } from '@/ui/field'
import { toast } from '@/lib/toast'
import { useDraft } from '@/ui/use-draft'
import { useForm } from '@/ui/use-form'
import { BOUNDS } from '@/api/limits'
import { ChipList } from '@/ui/chip'
import { Input, Textarea } from '@/ui/input'

type PortfolioFormProps = {
  partyId: string
  initial: PortfolioInput
  /** Names the draft that survives a reload. */
  draft: string
  submitLabel: string
  /** Resolves to whether the server accepted it: then the draft is cleared and the form is left. */
  onSubmit: (values: PortfolioValues) => Promise<boolean>
  onSaved: () => void
}

export function PortfolioForm({ partyId, initial, draft, submitLabel, ...then }: PortfolioFormProps) {
  const form = useForm(portfolioSchema, initial)
  const kept = useDraft(draft, form)
  const { control, formState, setValue, getValues } = form
  const { errors } = formState
  const urls = useWatch({ control, name: 'image_urls' })
  const pending = usePictureUploads(partyId, (url) => setUrls([...getValues('image_urls'), url]))

  function setUrls(next: string[]) {
    setValue('image_urls', next, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  }

  function removeUrl(url: string) {
    setUrls(getValues('image_urls').filter((other) => other !== url))
    // Pictures of a saved project are kept until the change is saved.
    if (!initial.image_urls.includes(url)) void removePictures([url]).catch(() => undefined)
  }

  async function send(values: PortfolioValues) {
    if (pending.isSending) {
      toast({ title: 'Imagens sendo enviadas', description: 'Aguarde o fim do envio e salve novamente.' })
      return
    }
    if (!(await then.onSubmit(values))) return
    kept.clear()
    then.onSaved()
  }

  return (
    <form
      noValidate
      className="flex max-w-3xl flex-col gap-6"
      onSubmit={(event) => void form.handleSubmit(send, refused)(event)}
    >
      <ErrorSummary errors={summarized(errors)} submitCount={formState.submitCount} />
      <EntryFields form={form} />
      <PictureField
        urls={urls}
        pending={pending}
        onReorder={setUrls}
        onRemove={removeUrl}
        error={errors.image_urls?.message}
      />
      <div className="flex flex-col gap-3 border-t border-line pt-6 sm:flex-row sm:items-center sm:justify-end">
        {lacksRequired(errors) && <FieldError>{REQUIRED_NOTICE.description}</FieldError>}
        <Button type="submit" variant="primary" size="lg" loading={formState.isSubmitting}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

type Errors = FieldErrors<PortfolioInput>

function summarized({ title, role, description, technologies, image_urls }: Errors) {
  const all = { title, role, description, technologies, image_urls }
  return Object.fromEntries(Object.entries(all).map(([name, error]) => [name, { message: error?.message }]))
}

function lacksRequired(errors: Errors): boolean {
  return [errors.title, errors.description, errors.role].some((error) => error?.type === 'too_small')
}

function refused(errors: Errors) {
  if (lacksRequired(errors)) toast({ variant: 'destructive', ...REQUIRED_NOTICE })
}

type Form = UseFormReturn<PortfolioInput, unknown, PortfolioValues>

/** What a project of the portfolio says in words. */
function EntryFields({ form: { register, control, formState } }: { form: Form }) {
  const { errors } = formState
  const words = parseTechnologies(useWatch({ control, name: 'technologies' }))
  return (
    <>
      <Field name="title" label="Título" error={errors.title?.message}>
        <Input
          maxLength={BOUNDS.portfolio_projects.title}
          placeholder="Ex.: Retrofit de linha de envase"
          {...register('title')}
        />
      </Field>
      <Field name="role" label="Seu papel" error={errors.role?.message}>
        <Input
          maxLength={BOUNDS.portfolio_projects.role}
          placeholder="Ex.: Programação de CLP e comissionamento"
          {...register('role')}
        />
      </Field>
      <Field
        name="description"
        label="Descrição"
        hint="O problema, o que você fez e o resultado em números."
        error={errors.description?.message}
      >
        <Textarea rows={6} maxLength={BOUNDS.portfolio_projects.description} {...register('description')} />
      </Field>
      <div className="flex flex-col gap-2">
        <Field
          name="technologies"
          label="Tecnologias"
          hint="Separadas por vírgula."
          optional
          error={errors.technologies?.message}
        >
          <Input maxLength={1200} placeholder="TIA Portal, S7-1500, PROFINET" {...register('technologies')} />
        </Field>
        {words.length > 0 && <ChipList words={words} />}
      </div>
    </>
  )
}
