import { useNavigate } from 'react-router'
import { forgetSharedContent } from '@/api/device/share-target'
import type { usePerson } from '@/api/session/session'
import { addToDescription, newProjectDraft } from '@/features/project/form/draft'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'

/** Lets a company start a project with a shared text as its description. */
export function PublishShared({ text, person }: { text: string; person: ReturnType<typeof usePerson> }) {
  const navigate = useNavigate()
  const { profile, party, rights } = person
  if (text === '' || party?.role !== 'company' || !rights.includes('publish')) return null

  async function publish(partyId: string) {
    addToDescription(newProjectDraft(partyId, profile.id), text)
    await forgetSharedContent()
    await navigate(paths.publishProject())
  }

  return (
    <Button className="self-start" onClick={() => void publish(party.id)}>
      Publicar projeto com este texto
    </Button>
  )
}
