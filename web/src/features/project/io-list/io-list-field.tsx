import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Sheet } from 'lucide-react'
import { useState } from 'react'
import { errorSentence } from '@/api/errors'
import type { Audience } from '@/features/project/files/files-query'
import { AUDIENCES } from '@/features/project/files/files-text'
import { CountsTable } from '@/features/project/io-list/counts-table'
import { attachIoList } from '@/features/project/io-list/io-list-query'
import { formatName, signalCount } from '@/features/project/io-list/io-list-text'
import { RowErrors } from '@/features/project/io-list/row-errors'
import { ACCEPTED, useIoListUpload, type Upload } from '@/features/project/io-list/use-io-list-upload'
import { formatCount } from '@/lib/format'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'
import { Field, FieldError } from '@/ui/field'
import { FileDrop } from '@/ui/file-drop'
import { Select } from '@/ui/select'
import { Loading, Skeleton } from '@/ui/skeleton'

type IoListFieldProps = {
  projectId: string
  /** Whether there is a list that the new one replaces, and who reads it. */
  replaces: Audience | undefined
}

/** Where the company drops the list, sees what it holds, and attaches it. */
export default function IoListField({ projectId, replaces }: IoListFieldProps) {
  const { upload, send, forget } = useIoListUpload(projectId)
  switch (upload.state) {
    case 'none':
    case 'sending':
      return (
        <FileDrop
          label={replaces === undefined ? 'Solte ou escolha a lista de I/O' : 'Solte ou escolha a lista nova'}
          hint="CSV, Excel ou a exportação de TIA Portal, Studio 5000, CODESYS, Ignition, Elipse E3 ou EPLAN, até 10 MB. Você confere antes de anexar."
          accept={ACCEPTED}
          progress={upload.state === 'sending' ? upload.progress : undefined}
          onFiles={(files) => files.slice(0, 1).forEach(send)}
        >
          <Sheet className="size-6 text-muted" aria-hidden />
        </FileDrop>
      )
    case 'reading':
      return (
        <Loading label="Lendo a lista…">
          <Skeleton className="h-64" />
        </Loading>
      )
    case 'failed':
      return <Refused upload={upload} onRetry={() => send(upload.file)} onOther={forget} />
    case 'read':
      return <Read projectId={projectId} replaces={replaces} upload={upload} onLeave={forget} />
  }
}

type RefusedProps = { upload: Upload & { state: 'failed' }; onRetry: () => void; onOther: () => void }

function Refused({ upload, onRetry, onOther }: RefusedProps) {
  return (
    <div role="alert" className="flex flex-col gap-3 rounded border border-line bg-raised p-4">
      <p className="text-sm font-medium break-words">{upload.name}</p>
      <FieldError>{upload.error}</FieldError>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onOther}>Escolher outro arquivo</Button>
        <Button variant="ghost" onClick={onRetry}>
          Tentar de novo
        </Button>
      </div>
    </div>
  )
}

type ReadProps = IoListFieldProps & { upload: Upload & { state: 'read' }; onLeave: () => void }

/** What the file holds, and who is to read it. */
function Read({ projectId, replaces, upload: { name, path, reading }, onLeave }: ReadProps) {
  const [audience, setAudience] = useState<Audience>(replaces ?? 'proposers')
  const attach = useMutation(attachIoList(useQueryClient()))

  function confirm() {
    attach.mutate(
      { project_id: projectId, path, name, audience },
      {
        onSuccess: () => {
          toast({
            title: 'Lista anexada',
            description: 'Quem enviou proposta e pode ler a lista foi avisado.',
          })
          onLeave()
        },
        onError: (error) =>
          toast({ variant: 'destructive', title: 'Lista não anexada', description: errorSentence(error) }),
      },
    )
  }

  return (
    <div role="group" aria-label="Lista lida" className="flex flex-col gap-4 rounded border border-line p-4">
      <Summary name={name} reading={reading} />
      <CountsTable counts={reading.by_kind} total={reading.rows} />
      <RowErrors errors={reading.errors} errors_count={reading.errors_count} />
      <Field name="io-list-audience" label="Quem lê a lista">
        <Select
          options={AUDIENCES}
          value={audience}
          onChange={({ target }) => setAudience(target.value === 'dealers' ? 'dealers' : 'proposers')}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" loading={attach.isPending} onClick={confirm}>
          Anexar ao projeto
        </Button>
        <Button disabled={attach.isPending} onClick={onLeave}>
          Escolher outro arquivo
        </Button>
      </div>
    </div>
  )
}

function Summary({ name, reading }: Pick<Upload & { state: 'read' }, 'name' | 'reading'>) {
  const { format, rows, others } = reading
  const facts = [formatName(format), signalCount(rows)]
  if (others > 0) facts.push(formatCount(others, 'linha que não é I/O', 'linhas que não são I/O'))
  return (
    <p role="status" className="text-sm">
      <span className="block font-medium break-words">{name}</span>
      <span className="block text-muted">{facts.join(' · ')}</span>
    </p>
  )
}
