import { useQuery } from '@tanstack/react-query'
import { partnerQuery, type Message, type SpokenFor } from '@/features/message/queries'

/** ` · Empresa` after the name of somebody who writes for it; nothing once the company is gone. */
export function Company({ party }: { party: Pick<SpokenFor, 'name' | 'removed_at'> | null | undefined }) {
  if (party?.removed_at !== null) return null
  return <span className="font-normal text-muted"> · {party.name}</span>
}

type VoiceProps = { message: Message; before: Message | undefined }

/** The line above messages received for a party, and where the partner starts to write for another party or for themselves. */
export function Voice({ message, before }: VoiceProps) {
  const goesOn = before?.from_id === message.from_id
  if (goesOn ? before.party_id === message.party_id : message.party_id === null) return null
  return <Speaker personId={message.from_id} partyId={message.party_id} />
}

function Speaker({ personId, partyId }: { personId: string; partyId: string | null }) {
  const { data: person } = useQuery(partnerQuery(personId))
  const { data: party } = useQuery({ ...partnerQuery(partyId ?? ''), enabled: partyId !== null })
  if (!person || (partyId !== null && !party)) return null
  return (
    <p className="mb-1 text-xs font-medium">
      {person.name}
      <Company party={party} />
    </p>
  )
}
