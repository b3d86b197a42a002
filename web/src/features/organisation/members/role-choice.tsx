import type { UseFormRegisterReturn } from 'react-hook-form'
import { MEMBER_ROLES } from '@/api/rights'
import { memberRoleName, roleSentence, type Side } from '@/features/organisation/text'
import { FieldError, fieldId } from '@/ui/field'
import { RadioCard } from '@/ui/radio-card'

type RoleChoiceProps = {
  side: Side
  error: string | undefined
  /** `register('role')` of the form. */
  control: UseFormRegisterReturn
}

/** The five roles, each with what it may do. */
export function RoleChoice({ side, error, control }: RoleChoiceProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">Papel</legend>
      {MEMBER_ROLES.map((role, index) => (
        <RadioCard
          key={role}
          {...control}
          {...(index === 0 && { id: fieldId('role') })}
          value={role}
          label={memberRoleName(role, side)}
          description={roleSentence(role, side)}
        />
      ))}
      {error !== undefined && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}
