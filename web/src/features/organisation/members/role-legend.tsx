import { MEMBER_ROLES, type MemberRole } from '@/api/rights'
import { memberRoleName, roleSentence, type Side } from '@/features/organisation/text'
import { Badge } from '@/ui/badge'

/** What each role may do, one's own marked. */
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
