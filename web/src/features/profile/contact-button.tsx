import { MessageSquare } from 'lucide-react'
import { Link } from 'react-router'
import { useSession } from '@/api/session/session'
import { loginLink } from '@/lib/navigation/login-redirect'
import { contactOf, paths } from '@/lib/paths'
import { Button } from '@/ui/button'

type ContactButtonProps = { profile: { id: string; contact_id: string | null }; label: string }

/** Leads to who answers for a profile, a visitor by way of signing in. Not shown to who acts for it himself. */
export function ContactButton({ profile, label }: ContactButtonProps) {
  const state = useSession()
  const reader = contactOf(profile)
  if (state.status === 'loading') return null
  const isMember = state.status === 'signed-in'
  if (isMember && state.profile.id === reader) return null
  if (isMember && state.parties.some(({ party }) => party.id === profile.id)) return null
  const to = paths.conversation(reader)
  return (
    <Button asChild variant="primary">
      <Link {...(isMember ? { to } : loginLink({ from: to }))}>
        <MessageSquare className="size-4" aria-hidden />
        {label}
      </Link>
    </Button>
  )
}
