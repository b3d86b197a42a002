import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { request } from '@/api/request/request'
import { errorSentence } from '@/api/errors'
import { BOUNDS } from '@/api/limits'
import type { ReportedKind } from '@/features/report/report-button'
import { REPORT_REASONS } from '@/api/deal/report-reasons'
import { Button } from '@/ui/button'
import { Dialog, DialogActions, DialogClose, DialogContent } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { tagOf } from '@/ui/tag'
import { Textarea } from '@/ui/input'
import { toast } from '@/lib/toast'

const TITLES = { profile: 'Denunciar perfil', project: 'Denunciar projeto', message: 'Denunciar mensagem' }

type ReportDialogProps = { kind: ReportedKind; subjectId: string; onClose: () => void }

/** The report form, open to visitors too; the answer is a ticket number to refer to. */
export default function ReportDialog({ kind, subjectId, onClose }: ReportDialogProps) {
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title={TITLES[kind]} description="Quem você denuncia não fica sabendo quem denunciou.">
        <ReportForm kind={kind} subjectId={subjectId} onSent={onClose} />
      </DialogContent>
    </Dialog>
  )
}

type ReportFormProps = { kind: ReportedKind; subjectId: string; onSent: () => void }

function ReportForm({ kind, subjectId, onSent }: ReportFormProps) {
  const [reason, setReason] = useState('')
  const [details, setDetails] = useState('')
  const [wasRefused, setWasRefused] = useState(false)
  const report = useMutation({
    mutationFn: () =>
      request((client) =>
        client.rpc('report_content', { kind, subject_id: subjectId, reason, details: details.trim() }),
      ),
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setWasRefused(true)
    if (reason === '') return
    report.mutate(undefined, {
      onSuccess: ({ number }) => {
        toast({
          title: 'Denúncia registrada',
          description: `Protocolo ${tagOf('DEN', number)}. A administração vai analisar.`,
        })
        onSent()
      },
      onError: (error) =>
        toast({
          variant: 'destructive',
          title: 'Denúncia não registrada',
          description: errorSentence(error),
        }),
    })
  }

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
      <ReasonField value={reason} onValueChange={setReason} isMissing={wasRefused && reason === ''} />
      <Field name="details" label="Detalhes" optional>
        <Textarea
          rows={4}
          maxLength={BOUNDS.reports.details}
          value={details}
          onChange={(event) => setDetails(event.target.value)}
        />
      </Field>
      <DialogActions>
        <DialogClose asChild>
          <Button>Cancelar</Button>
        </DialogClose>
        <Button type="submit" variant="danger" loading={report.isPending}>
          Enviar denúncia
        </Button>
      </DialogActions>
    </form>
  )
}

type ReasonFieldProps = { value: string; onValueChange: (value: string) => void; isMissing: boolean }

function ReasonField({ value: chosen, onValueChange, isMissing }: ReasonFieldProps) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">Motivo</legend>
      <div className="grid gap-1 sm:grid-cols-2">
        {Object.entries(REPORT_REASONS).map(([value, label]) => (
          <label key={value} className="flex min-h-9 items-center gap-2.5 text-sm">
            <input
              type="radio"
              name="reason"
              value={value}
              checked={value === chosen}
              onChange={() => onValueChange(value)}
              className="size-4 accent-ink"
            />
            {label}
          </label>
        ))}
      </div>
      {isMissing && (
        <p role="alert" className="mt-1.5 text-sm text-danger">
          Escolha o motivo da denúncia.
        </p>
      )}
    </fieldset>
  )
}
