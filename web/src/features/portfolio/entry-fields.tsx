import { useWatch, type UseFormReturn } from 'react-hook-form'
import { BOUNDS } from '@/api/limits'
import { parseTechnologies, type PortfolioInput, type PortfolioValues } from '@/features/portfolio/schema'
import { ChipList } from '@/ui/chip'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Textarea } from '@/ui/textarea'

type Form = UseFormReturn<PortfolioInput, unknown, PortfolioValues>

/** What a project of the portfolio says in words. */
export function EntryFields({ form: { register, control, formState } }: { form: Form }) {
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
