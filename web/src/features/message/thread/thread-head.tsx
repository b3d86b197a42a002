import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Row } from '@/api/tables'
import type { SpokenFor } from '@/features/message/queries'
import { Company } from '@/features/message/bubble/voice'
import { kindOf } from '@/lib/person/avatar-kind'
import { paths, profilePath } from '@/lib/paths'
import { subtitleOf, isBlocked, isActive } from '@/lib/person/person'
import { Avatar } from '@/ui/avatar'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'

export type PartnerRow = Pick<
  Row<'profiles'>,
  | 'id'
  | 'role'
  | 'status'
  | 'removed_at'
  | 'name'
  | 'title'
  | 'headline'
  | 'avatar_url'
  | 'avatar_seed'
  | 'is_party'
>

type ThreadHeadProps = {
  partner: PartnerRow | null | undefined
  party: SpokenFor | null | undefined
  isPresent: boolean
  isTyping: boolean
  /** What stands at the end of the head. */
  children: ReactNode
}

/** The partner of a conversation, and whether they are present. */
export function ThreadHead({ partner, party, isPresent, isTyping, children }: ThreadHeadProps) {
  const name = partner === null ? 'Usuário indisponível' : (partner?.name ?? '')
  return (
    <header className="flex items-center gap-3 border-b border-line px-4 py-3">
      <Button asChild variant="ghost" size="icon" className="-ml-2 md:hidden">
        <Link to={paths.messages()} aria-label="Voltar às conversas">
          <ArrowLeft className="size-5" aria-hidden />
        </Link>
      </Button>
      <Avatar name={name} kind={kindOf(partner)} imageUrl={partner?.avatar_url} seed={partner?.avatar_seed} />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-base font-semibold">
          {partner && partner.role !== 'admin' && partner.is_party && isActive(partner) ? (
            <Link to={profilePath(partner)} className="hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
          <Company party={party} />
          {isBlocked(partner) && (
            <Badge tone="danger" className="ml-2">
              bloqueado
            </Badge>
          )}
        </h2>
        <p role="status" className="truncate text-sm text-muted">
          {isTyping ? 'digitando…' : isPresent ? 'na conversa agora' : subtitleOf(partner)}
        </p>
      </div>
      {children}
    </header>
  )
}
