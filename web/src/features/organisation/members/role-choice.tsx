import type { UseFormRegisterReturn } from 'react-hook-form'
import { MEMBER_ROLES, type MemberRole } from '@/api/rights'
import { memberRoleName, roleSentence, type Side } from '@/features/organisation/text'
import { FieldError, fieldId } from '@/ui/field'
import { RadioCard } from '@/ui/radio-card'
import { Badge } from '@/ui/badge'

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

/** What each role may do, with the reader's own role marked. */
export function RoleLegend({ side, ownRole }: { side: Side; ownRole: MemberRole }) {
  return (
    <aside aria-labelledby="papeis" className="flex flex-col gap-3">
      <h2 id="papeis" className="text-lg font-semibold">
        O que cada papel permite
      </h2>
      <dl className="divide-y divide-line border-y border-line">
        {MEMBER_ROLES.map((role) => (
          <div key={role} className="py-3">
            <dt className="flex items-center gap-2 text-sm font-medium">
              {memberRoleName(role, side)}
              {role === ownRole && <Badge tone="outline">Seu papel</Badge>}
            </dt>
            <dd className="mt-0.5 text-sm text-muted">{roleSentence(role, side)}</dd>
          </div>
        ))}
      </dl>
    </aside>
  )
}
