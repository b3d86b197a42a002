import { MessageSquare } from 'lucide-react'
import { Link } from 'react-router'
import { useSession } from '@/api/session'
import { contactOf, paths } from '@/lib/paths'
import { Button } from '@/ui/button'

type ContactButtonProps = { profile: { id: string; contact_id: string | null }; label: string }

/** Leads to who answers for a profile. Shown to whoever is signed in and does not act for it himself. */
export function ContactButton({ profile, label }: ContactButtonProps) {
  const state = useSession()
  const reader = contactOf(profile)
  if (state.status !== 'signed-in' || state.profile.id === reader) return null
  if (state.parties.some(({ party }) => party.id === profile.id)) return null
  return (
    <Button asChild variant="primary">
      <Link to={paths.conversation(reader)}>
        <MessageSquare className="size-4" aria-hidden />
        {label}
      </Link>
    </Button>
  )
}
