import { Controller } from 'react-hook-form'
import { sentenceOf } from '@/api/errors'
import { useSkillOptions } from '@/api/directory/skills'
import type { ProfileForm } from '@/features/profile-edit/picture-fields'
import { EXPERIENCES, SKILLS_MAX } from '@/features/profile-edit/schema'
import { AVAILABILITIES, WORK_MODES } from '@/lib/work'
import { MultiSelect } from '@/ui/combobox'
import { Field } from '@/ui/field'
import { Select } from '@/ui/select'
import { toast } from '@/lib/toast'

/** The fields that only professionals have. */
export function ProfessionalFields({ form }: { form: ProfileForm }) {
  const options = useSkillOptions()
  const { control, register, formState } = form
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <Field name="experience" label="Experiência" optional error={formState.errors.experience?.message}>
        <Select
          placeholder="Não informada"
          options={EXPERIENCES.map((value) => ({ value, label: value }))}
          {...register('experience')}
        />
      </Field>
      <Controller
        control={control}
        name="skills"
        render={({ field, fieldState }) => (
          <Field name="skills" label="Habilidades" optional error={fieldState.error?.message}>
            <MultiSelect
              options={options}
              value={field.value}
              placeholder={`Selecione até ${SKILLS_MAX} habilidades`}
              onValueChange={(skills) =>
                skills.length > SKILLS_MAX ? refuseSkills() : field.onChange(skills)
              }
            />
          </Field>
        )}
      />
      <Field
        name="availability"
        label="Disponibilidade"
        optional
        hint="Aparece no seu perfil e filtra a busca das empresas."
      >
        <Select placeholder="Não informada" options={AVAILABILITIES} {...register('availability')} />
      </Field>
      <Controller
        control={control}
        name="work_modes"
        render={({ field }) => (
          <Field name="work_modes" label="Modalidades que atende" optional>
            <MultiSelect
              options={WORK_MODES}
              value={field.value}
              placeholder="Presencial, híbrido ou remoto"
              onValueChange={field.onChange}
            />
          </Field>
        )}
      />
    </div>
  )
}

export function refuseSkills() {
  toast({
    variant: 'destructive',
    title: 'Limite de habilidades',
    description: sentenceOf('too_many_skills'),
  })
}
