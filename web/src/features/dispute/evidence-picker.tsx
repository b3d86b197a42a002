import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorSentence } from '@/api/errors'
import { after, invalidate } from '@/api/invalidation'
import { uploadPaper } from '@/api/request/upload'
import { evidenceQuery, fileLabel, type Choice } from '@/features/dispute/evidence-query'
import type { Dispute } from '@/features/dispute/queries'
import type { Shown } from '@/features/dispute/steps'
import { Checkbox } from '@/ui/checkbox'
import { ErrorState } from '@/ui/error-state'
import { FileDrop } from '@/ui/file-drop'
import { toast } from '@/lib/toast'

const ACCEPT = {
  'application/pdf': ['.pdf'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/webp': ['.webp'],
}

type EvidencePickerProps = {
  dispute: Dispute
  personId: string
  partnerId: string | undefined
  chosen: readonly Shown[]
  onChosen: (chosen: Shown[]) => void
}

/** What goes with a statement: steps, checklists, files, messages, and new files. */
export function EvidencePicker({ dispute, personId, partnerId, chosen, onChosen }: EvidencePickerProps) {
  const query = useQuery(evidenceQuery(dispute, personId, partnerId))
  const toggle = (shown: Shown, isChosen: boolean) =>
    onChosen(isChosen ? [...chosen, shown] : chosen.filter((one) => keyOf(one) !== keyOf(shown)))
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  const groups = query.data
  const list = { chosen, onToggle: toggle }
  return (
    <details className="rounded border border-line">
      <summary className="cursor-pointer px-4 py-3 text-sm font-medium">
        Juntar provas{chosen.length > 0 && ` (${String(chosen.length)})`}
      </summary>
      <div className="flex flex-col gap-5 border-t border-line p-4">
        <Choosable label="Entregas e ajustes" choices={groups?.events ?? []} {...list} />
        <Choosable label="Listas de aceite, como estão agora" choices={groups?.checklists ?? []} {...list} />
        <Choosable label="Mensagens da conversa" choices={groups?.messages ?? []} {...list} />
        <Choosable label="Arquivos do contrato" choices={groups?.files ?? []} {...list} />
        <NewFile contractId={dispute.contract_id} onSent={(name) => toggle({ kind: 'file', name }, true)} />
      </div>
    </details>
  )
}

function keyOf(shown: Shown): string {
  return shown.kind === 'file' ? shown.name : shown.id
}

type ChoosableProps = {
  label: string
  choices: readonly Choice[]
  chosen: readonly Shown[]
  onToggle: (shown: Shown, isChosen: boolean) => void
}

function Choosable({ label, choices, chosen, onToggle }: ChoosableProps) {
  if (choices.length === 0) return null
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      {choices.map((choice) => (
        <Checkbox
          key={keyOf(choice.shown)}
          name={keyOf(choice.shown)}
          checked={chosen.some((one) => keyOf(one) === keyOf(choice.shown))}
          onCheckedChange={(isChosen) => onToggle(choice.shown, isChosen === true)}
          label={<span className="line-clamp-2 break-words">{choice.label}</span>}
        />
      ))}
    </fieldset>
  )
}

type NewFileProps = { contractId: string; onSent: (name: string) => void }

function NewFile({ contractId, onSent }: NewFileProps) {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<number>()
  async function send(file: File | undefined) {
    if (file === undefined) return
    try {
      setProgress(0)
      const name = await uploadPaper('deals', contractId, file, setProgress)
      onSent(name)
      await invalidate(queryClient, [...after.disputeEntry, ...after.contractFile(contractId)])
      toast({ title: 'Arquivo juntado', description: fileLabel(name) })
    } catch (error) {
      toast({ variant: 'destructive', title: 'Arquivo não enviado', description: errorSentence(error) })
    } finally {
      setProgress(undefined)
    }
  }
  return (
    <FileDrop
      label="Enviar um arquivo novo"
      hint="PDF ou imagem, até 10 MB. Fica no contrato."
      accept={ACCEPT}
      progress={progress}
      onFiles={(files) => void send(files[0])}
    />
  )
}
