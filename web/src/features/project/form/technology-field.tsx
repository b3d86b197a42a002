import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Controller, useWatch } from 'react-hook-form'
import { suggestedTechnologiesQuery, useTechnologyOptions } from '@/api/directory/technologies'
import type { ProjectForm } from '@/features/project/form/schema'
import { useDebounced } from '@/lib/timing'
import { Button } from '@/ui/button'
import { MultiSelect } from '@/ui/combobox'
import { Field } from '@/ui/field'

/** The platforms, products and protocols that the work asks for, and those that the text names. */
export function TechnologyField({ form: { control, formState } }: { form: ProjectForm }) {
  const options = useTechnologyOptions()
  return (
    <Controller
      control={control}
      name="technologies"
      render={({ field }) => (
        <Field
          name="technologies"
          label="Tecnologias"
          hint="Plataformas, produtos e protocolos: S7-1500, Elipse E3, PROFINET."
          optional
          error={formState.errors.technologies?.message}
        >
          <MultiSelect
            options={options}
            value={field.value}
            onValueChange={field.onChange}
            placeholder="Selecione as tecnologias"
          />
          <Suggestions
            control={control}
            chosen={field.value}
            onAdd={(slug) => field.onChange([...field.value, slug])}
          />
        </Field>
      )}
    />
  )
}

type SuggestionsProps = {
  control: ProjectForm['control']
  chosen: readonly string[]
  onAdd: (slug: string) => void
}

const TEXT_MAX = 10_000

function Suggestions({ control, chosen, onAdd }: SuggestionsProps) {
  const typed = useWatch({ control, name: ['title', 'description'] }).join(' ')
  const { data = [] } = useQuery(suggestedTechnologiesQuery(useDebounced(typed.slice(0, TEXT_MAX))))
  const open = data.filter(({ slug }) => !chosen.includes(slug))
  if (open.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-sm text-muted">No texto:</span>
      {open.map(({ slug, name }) => (
        <Button key={slug} size="sm" aria-label={`Adicionar ${name}`} onClick={() => onAdd(slug)}>
          <Plus className="size-4" aria-hidden />
          {name}
        </Button>
      ))}
    </div>
  )
}
