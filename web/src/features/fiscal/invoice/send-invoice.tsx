import { FileText } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { errorSentence } from '@/api/errors'
import { InvoiceFields, type Fields } from '@/features/fiscal/invoice/invoice-fields'
import {
  attachPaper,
  useSendInvoice,
  type Invoice,
  type SentInvoice,
  type FiscalMilestone,
} from '@/features/fiscal/queries'
import { PaperDrop } from '@/features/fiscal/paper-drop'
import { toDecimal } from '@/lib/money'
import { Button } from '@/ui/button'
import { Dialog, DialogActions, DialogClose, DialogContent, DialogTrigger } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { toast } from '@/lib/toast'

type SendInvoiceProps = { contractId: string; milestone: FiscalMilestone; invoice: Invoice | undefined }

/** Sends the invoice of a milestone: an XML holds all data; for a PDF or an access key the form asks for the rest. */
export function SendInvoice({ contractId, milestone, invoice }: SendInvoiceProps) {
  const [isOpen, setIsOpen] = useState(false)
  const isNext = invoice !== undefined && invoice.status !== 'pending'
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <div>
        <DialogTrigger asChild>
          <Button>
            <FileText className="size-4" aria-hidden />
            {isNext ? 'Enviar outra nota' : 'Enviar nota fiscal'}
          </Button>
        </DialogTrigger>
      </div>
      <DialogContent
        title="Enviar nota fiscal"
        description={`Marco ${String(milestone.position)}. O XML é lido e comparado com o contrato. Do PDF, ou só com a chave, informe os dados como estão na nota.`}
      >
        <SendForm
          contractId={contractId}
          milestone={milestone}
          isRpa={invoice?.kind === 'rpa'}
          onDone={() => setIsOpen(false)}
        />
      </DialogContent>
    </Dialog>
  )
}

const ACCEPT = {
  'application/xml': ['.xml'],
  'text/xml': ['.xml'],
  'application/pdf': ['.pdf'],
}

const EMPTY: Fields = { key: '', number: '', code: '', issuedOn: '', value: null, provider: '', taker: '' }

type SendFormProps = { contractId: string; milestone: FiscalMilestone; isRpa: boolean; onDone: () => void }

function useSending({ contractId, milestone, isRpa, onDone }: SendFormProps) {
  const send = useSendInvoice()
  const [file, setFile] = useState<File>()
  const [progress, setProgress] = useState<number>()
  const [kind, setKind] = useState<'nfse' | 'rpa'>(isRpa ? 'rpa' : 'nfse')
  const [fields, setFields] = useState<Fields>(EMPTY)
  const isXml = file !== undefined && kind === 'nfse' && /\.xml$/i.test(file.name)

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    try {
      if (file !== undefined) setProgress(0)
      const fileId =
        file === undefined
          ? undefined
          : await attachPaper(contractId, milestone.id, 'invoice', file, setProgress)
      await send.mutateAsync({
        ...sentOf(milestone.id, kind, fields, isXml),
        ...(fileId === undefined ? {} : { file_id: fileId }),
      })
      onDone()
    } catch (error) {
      // The step itself reports a refusal.
      if (!send.isError && file !== undefined && progress === undefined)
        toast({ variant: 'destructive', title: 'Arquivo não enviado', description: errorSentence(error) })
    } finally {
      setProgress(undefined)
    }
  }
  return {
    file,
    setFile,
    progress,
    kind,
    setKind,
    fields,
    setFields,
    isXml,
    submit,
    isPending: send.isPending || progress !== undefined,
  }
}

function sentOf(milestoneId: string, kind: 'nfse' | 'rpa', fields: Fields, isXml: boolean): SentInvoice {
  if (isXml) return { milestone_id: milestoneId, kind }
  const told = {
    access_key: kind === 'nfse' ? fields.key.trim() : '',
    number: fields.number.trim(),
    verification_code: fields.code.trim(),
    issued_on: fields.issuedOn,
    value: fields.value === null ? '' : toDecimal(fields.value),
    provider_document: fields.provider.trim(),
    taker_document: fields.taker.trim(),
  }
  const filled = Object.fromEntries(Object.entries(told).filter(([, text]) => text !== ''))
  return { milestone_id: milestoneId, kind, ...filled }
}

function SendForm(props: SendFormProps) {
  const form = useSending(props)
  const { file, isXml } = form
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void form.submit(event)}>
      <Field name="file" label="Arquivo da nota" optional={form.kind === 'nfse'}>
        <PaperDrop
          file={file}
          hint="XML (de preferência) ou PDF, até 10 MB"
          accept={ACCEPT}
          progress={form.progress}
          onFile={form.setFile}
          icon={<FileText className="size-6 text-muted" aria-hidden />}
        />
      </Field>
      {isXml ? (
        <p className="text-sm text-muted">Chave, número, valor e documentos são lidos do XML.</p>
      ) : (
        <InvoiceFields
          kind={form.kind}
          onKind={props.isRpa ? form.setKind : undefined}
          fields={form.fields}
          onFields={form.setFields}
        />
      )}
      <DialogActions>
        <DialogClose asChild>
          <Button>Cancelar</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={form.isPending}>
          Enviar nota
        </Button>
      </DialogActions>
    </form>
  )
}
