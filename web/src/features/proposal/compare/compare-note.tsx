import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { useState } from 'react'
import { errorSentence } from '@/api/errors'
import { BOUNDS } from '@/api/limits'
import { isShortlisted, nameOf, noteProposal, type Compared } from './compare-rows'
import { classNames } from '@/lib/class-names'
import { Button } from '@/ui/button'
import { Textarea } from '@/ui/input'
import { toast } from '@/lib/toast'

type NoteProps = { proposal: Compared; mayNote: boolean }

/** On the shortlist or not; who may not choose sees it. */
export function ShortlistStar({ proposal, mayNote }: NoteProps) {
  const note = useNote()
  const isOn = isShortlisted(proposal)
  if (!mayNote) {
    return isOn ? <Star role="img" aria-label="Selecionada" className="size-5 fill-ink text-ink" /> : null
  }
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      className="print:hidden"
      aria-pressed={isOn}
      aria-label={`Selecionar a proposta de ${nameOf(proposal)}`}
      loading={note.isPending}
      onClick={() => void note.keep({ proposal_id: proposal.id, shortlisted: !isOn })}
    >
      <Star className={classNames('size-5', isOn ? 'fill-ink text-ink' : 'text-muted')} aria-hidden />
    </Button>
  )
}

/** What the company's people wrote to each other about a proposal. */
export function NoteField({ proposal, mayNote }: NoteProps) {
  const [typed, setTyped] = useState<string>()
  const note = useNote()
  const kept = proposal.noted?.note ?? ''
  if (!mayNote) return <p className="break-words whitespace-pre-line">{kept === '' ? '—' : kept}</p>

  async function save() {
    if (await note.keep({ proposal_id: proposal.id, note: typed?.trim() ?? kept })) setTyped(undefined)
  }

  return (
    <div className="flex flex-col items-start gap-2">
      <Textarea
        rows={3}
        className="print:hidden"
        aria-label={`Anotação sobre a proposta de ${nameOf(proposal)}`}
        maxLength={BOUNDS.proposal_notes.note}
        value={typed ?? kept}
        onChange={({ target }) => setTyped(target.value)}
      />
      <p className="hidden whitespace-pre-line print:block">{kept}</p>
      {typed !== undefined && typed.trim() !== kept && (
        <Button size="sm" loading={note.isPending} onClick={() => void save()}>
          Salvar anotação
        </Button>
      )}
    </div>
  )
}

function useNote() {
  const { mutateAsync, isPending } = useMutation(noteProposal(useQueryClient()))
  async function keep(note: Parameters<typeof mutateAsync>[0]): Promise<boolean> {
    try {
      await mutateAsync(note)
      return true
    } catch (error) {
      toast({ variant: 'destructive', title: 'Anotação não salva', description: errorSentence(error) })
      return false
    }
  }
  return { keep, isPending }
}
