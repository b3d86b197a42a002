import { FileCheck } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { errorSentence } from '@/api/errors'
import { BOUNDS } from '@/api/limits'
import { TAXES } from '@/api/words'
import { attachPaper, useProveWithheld, type WithheldProof } from '@/features/fiscal/queries'
import { PaperDrop } from '@/features/fiscal/paper-drop'
import { formatDeadline } from '@/lib/format'
import { Button } from '@/ui/button'
import { Dialog, DialogActions, DialogClose, DialogContent, DialogTrigger } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { toast } from '@/lib/toast'

type ProofDialogProps = { contractId: string; milestoneId: string; proof: WithheldProof }

const ACCEPT = { 'application/pdf': ['.pdf'] }

/**
 * Sends the proof that a withheld tax was paid: the number of the guia or DARF and its PDF. After a
 * contest, it sends another proof or the same one again.
 */
export function ProofDialog(props: ProofDialogProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { tax, due_at, settlement, status, rounds } = props.proof
  const what =
    status === 'owed' ? 'Da guia, ou do que foi pago ao profissional.' : `Até ${formatDeadline(due_at)}.`
  const effect = settlement === 'guarantee' ? 'O valor só volta à empresa quando o comprovante vale. ' : ''
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>
        <Button>
          <FileCheck className="size-4" aria-hidden />
          Enviar {rounds.length > 0 && 'outro '}comprovante de {TAXES[tax]}
        </Button>
      </DialogTrigger>
      <DialogContent
        title={`Comprovante de ${TAXES[tax]}`}
        description={`${what} O profissional confere o número e o arquivo e responde. ${effect}Depois de enviado, o comprovante não muda.`}
      >
        <ProofForm {...props} onDone={() => setIsOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}

type ProofFormProps = ProofDialogProps & { onDone: () => void }

function useProving({ contractId, milestoneId, proof, onDone }: ProofFormProps) {
  const prove = useProveWithheld()
  const before = proof.rounds.at(-1)
  const [reference, setReference] = useState(before?.reference ?? '')
  const [file, setFile] = useState<File>()
  const [progress, setProgress] = useState<number>()
  const [missing, setMissing] = useState({ reference: false, file: false })

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const isFileMissing = file === undefined && before === undefined
    setMissing({ reference: reference.trim() === '', file: isFileMissing })
    if (isFileMissing || reference.trim() === '') return
    let isAttached = false
    try {
      setProgress(0)
      const fileId =
        file === undefined
          ? (before?.file_id ?? '')
          : await attachPaper(contractId, milestoneId, 'receipt', file, setProgress)
      isAttached = true
      await prove.mutateAsync({ proof_id: proof.id, reference: reference.trim(), file_id: fileId })
      onDone()
    } catch (error) {
      // The step itself reports a refusal.
      if (!isAttached)
        toast({ variant: 'destructive', title: 'Arquivo não enviado', description: errorSentence(error) })
    } finally {
      setProgress(undefined)
    }
  }
  return { before, reference, setReference, file, setFile, progress, missing, submit }
}

function ProofForm(props: ProofFormProps) {
  const form = useProving(props)
  const { before, file } = form
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void form.submit(event)}>
      <Field
        name="proof-reference"
        label="Número ou código de autenticação"
        hint="Como está na guia ou no DARF."
        error={form.missing.reference ? 'Informe o número ou o código de autenticação' : undefined}
      >
        <Input
          maxLength={BOUNDS.withholding_proof_rounds.reference}
          value={form.reference}
          onChange={(event) => form.setReference(event.target.value)}
        />
      </Field>
      <Field
        name="proof-file"
        label="Comprovante em PDF"
        hint={before?.paper ? `Sem outro arquivo, vai o mesmo: ${before.paper.name}.` : undefined}
        error={form.missing.file ? 'Escolha o arquivo do comprovante' : undefined}
      >
        <PaperDrop
          file={file}
          hint="PDF, até 10 MB"
          accept={ACCEPT}
          progress={form.progress}
          onFile={form.setFile}
          icon={<FileCheck className="size-6 text-muted" aria-hidden />}
        />
      </Field>
      <DialogActions>
        <DialogClose asChild>
          <Button>Cancelar</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={form.progress !== undefined}>
          Enviar comprovante
        </Button>
      </DialogActions>
    </form>
  )
}
