import { BOUNDS } from '@/api/limits'
import { readDraft, writeDraft } from '@/lib/device/drafts'

/** The name under which a project that is being written is kept, for a party by a person. */
export function newProjectDraft(partyId: string, personId: string): string {
  return `projeto-novo:${partyId}:${personId}`
}

/** Puts a text into the description, after what is written there. */
export function addToDescription(draft: string, text: string): void {
  const before = readDraft(draft) ?? {}
  const written = typeof before.description === 'string' ? before.description : ''
  const description = [written, text].filter((one) => one.trim() !== '').join('\n\n')
  writeDraft(draft, { ...before, description: description.slice(0, BOUNDS.projects.description) })
}
