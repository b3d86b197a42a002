import { Camera, Check, Minus, PenLine, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { BOUNDS } from '@/api/limits'
import { usePhoto, useRecord, type Item } from '@/features/checklist/queries'
import { RESULTS, wordsOf } from '@/features/checklist/text'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/input'

type ItemRowProps = {
  item: Item
  contractId: string
  mayRecord: boolean
  /** The witness button, for the side that did not record the result. */
  witness: ReactNode
  /** The button that disputes the item. */
  contest: ReactNode
}

/** One item with the expected and the recorded result. The buttons are large enough for a phone beside the machine. */
export function ItemRow({ item, contractId, mayRecord, witness, contest }: ItemRowProps) {
  // A recorded result can be changed only after a click on its button.
  const [changed, setChanged] = useState<Item['result']>('pending')
  const isRecording = mayRecord && (item.result === 'pending' || item.result === changed)
  return (
    <li className="flex flex-col gap-3 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <Found item={item} />
        <div className="flex flex-wrap items-start gap-1 empty:hidden print:hidden">
          {mayRecord && !isRecording && (
            <Button variant="ghost" onClick={() => setChanged(item.result)}>
              <PenLine className="size-4" aria-hidden />
              Mudar resultado
            </Button>
          )}
          {witness}
          {contest}
        </div>
      </div>
      {isRecording && <Record key={item.result} item={item} contractId={contractId} />}
    </li>
  )
}

function Found({ item }: { item: Item }) {
  const { label, tone } = RESULTS[item.result]
  return (
    <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1.5">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium break-words">
          {item.position}. {item.title}
        </span>
        {item.blocking && <Badge tone="outline">Impeditivo</Badge>}
        <Badge tone={tone}>{label}</Badge>
      </p>
      {item.expected !== '' && <p className="text-sm text-muted">{item.expected}</p>}
      {item.note !== null && <p className="text-sm break-words whitespace-pre-line">{item.note}</p>}
      {wordsOf(item).map((said) => (
        <p key={said} className="max-w-measure text-sm break-words text-muted">
          {said}
        </p>
      ))}
      {item.files.length > 0 && (
        <p className="text-sm break-words text-muted">{item.files.map(({ name }) => name).join(', ')}</p>
      )}
    </div>
  )
}

type RecordProps = { item: Item; contractId: string }

function Record({ item, contractId }: RecordProps) {
  const record = useRecord()
  const [isFailing, setIsFailing] = useState(false)
  const [note, setNote] = useState('')
  const said = note.trim()

  function fail() {
    if (!isFailing) setIsFailing(true)
    else if (said !== '')
      record.mutate(
        { item_id: item.id, result: 'failed', note: said },
        { onSuccess: () => setIsFailing(false) },
      )
  }
  return (
    <div className="flex w-full flex-col gap-3">
      {isFailing && (
        <Field name={`falta-${item.id}`} label="O que falta?">
          <Textarea
            rows={2}
            maxLength={BOUNDS.checklist_items.note}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
      )}
      <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
        <Button
          size="lg"
          loading={record.isPending}
          onClick={() => record.mutate({ item_id: item.id, result: 'passed' })}
        >
          <Check className="size-5" aria-hidden />
          Aprovado
        </Button>
        <Button size="lg" loading={record.isPending} onClick={fail}>
          <X className="size-5" aria-hidden />
          {isFailing ? 'Registrar falha' : 'Reprovado'}
        </Button>
        <Button
          size="lg"
          variant="ghost"
          onClick={() => record.mutate({ item_id: item.id, result: 'not_applicable' })}
        >
          <Minus className="size-5" aria-hidden />
          Não se aplica
        </Button>
        <Photo item={item} contractId={contractId} />
      </div>
    </div>
  )
}

function Photo({ item, contractId }: { item: Item; contractId: string }) {
  const photo = usePhoto()
  return (
    <Button asChild size="lg" variant="ghost" loading={photo.isPending}>
      <label>
        <Camera className="size-5" aria-hidden />
        Foto
        <input
          type="file"
          accept="image/jpeg,image/png,image/webp"
          capture="environment"
          className="sr-only"
          aria-label={`Foto de ${item.title}`}
          onChange={({ target }) => {
            const file = target.files?.[0]
            if (file !== undefined)
              photo.mutate({ contract_id: contractId, checklist_item_id: item.id, file })
            target.value = ''
          }}
        />
      </label>
    </Button>
  )
}
