import { MessageSquare } from 'lucide-react'
import { Link } from 'react-router'
import { useSession } from '@/api/session'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'

/** Shown to whoever is signed in and is not the person himself. */
export function ContactButton({ userId, label }: { userId: string; label: string }) {
  const state = useSession()
  if (state.status !== 'signed-in' || state.profile.id === userId) return null
  return (
    <Button asChild variant="primary">
      <Link to={paths.conversation(userId)}>
        <MessageSquare className="size-4" aria-hidden />
        {label}
      </Link>
    </Button>
  )
}
