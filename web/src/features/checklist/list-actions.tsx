import { useState } from 'react'
import { useAgree, useRevise, useSign, useWitness, type Checklist } from '@/features/checklist/queries'
import { mayWitness } from '@/features/checklist/text'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'

type ListActionsProps = { list: Checklist; side: 'company' | 'professional' }

/** What a side may do with the version of a checklist that it read: agree, add an item, sign. */
export function ListActions({ list, side }: ListActionsProps) {
  const agree = useAgree()
  const sign = useSign()
  const witness = useWitness()
  const version = { checklist_id: list.id, version: list.version }
  const isCompany = side === 'company'
  const hasAgreed = (isCompany ? list.agreed_by_company : list.agreed_by_professional) !== null
  const hasSigned = (isCompany ? list.company_signed_at : list.professional_signed_at) !== null
  if (list.status === 'proposed') {
    return (
      <div className="flex w-full flex-col gap-3">
        <AddItem list={list} />
        {hasAgreed ? (
          <p className="text-sm text-muted">Falta a outra parte concordar.</p>
        ) : (
          <div>
            <Button
              size="lg"
              variant="primary"
              loading={agree.isPending}
              onClick={() => agree.mutate(version)}
            >
              Concordar com a lista
            </Button>
          </div>
        )}
      </div>
    )
  }
  const waiting = list.items.filter((item) => mayWitness(list, item, side)).length
  const maySign =
    list.status === 'agreed' && !hasSigned && list.items.every(({ result }) => result !== 'pending')
  return (
    <>
      {waiting > 1 && (
        <Button size="lg" loading={witness.isPending} onClick={() => witness.mutate(version)}>
          Testemunhar os {waiting} itens
        </Button>
      )}
      {maySign && (
        <Button size="lg" variant="primary" loading={sign.isPending} onClick={() => sign.mutate(version)}>
          Assinar a versão {list.version}
        </Button>
      )}
    </>
  )
}

function AddItem({ list }: { list: Checklist }) {
  const revise = useRevise()
  const [title, setTitle] = useState('')
  const [blocking, setBlocking] = useState(false)
  function add() {
    if (title.trim() === '') return
    const before = list.items
      .toSorted((one, other) => one.position - other.position)
      .map((item) => ({ title: item.title, expected: item.expected, blocking: item.blocking }))
    revise.mutate(
      { checklist_id: list.id, version: list.version, items: [...before, { title: title.trim(), blocking }] },
      { onSuccess: () => setTitle('') },
    )
  }
  return (
    <div className="flex flex-col gap-2">
      <Field name={`item-${list.id}`} label="Outro item" optional>
        <Input maxLength={200} value={title} onChange={(event) => setTitle(event.target.value)} />
      </Field>
      <Checkbox
        checked={blocking}
        onCheckedChange={(checked) => setBlocking(checked === true)}
        label="Impeditivo: sem ele o marco não é aprovado"
      />
      <div>
        <Button loading={revise.isPending} onClick={add}>
          Incluir item
        </Button>
      </div>
    </div>
  )
}
