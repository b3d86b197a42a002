import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ShieldBan, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { BulkBar, takeEach, type Choice, type Outcome } from '@/features/admin/bulk-bar'
import { setStatus, type User, type UserFilters } from '@/features/admin/queries'
import { ROLE_NAMES, STATUS_NAMES } from '@/features/admin/text'
import { formatCount } from '@/lib/format'
import { keyOf, keysOf } from '@/lib/keys-of'
import { toast } from '@/lib/toast'
import { AlertDialog } from '@/ui/alert-dialog'
import { Button } from '@/ui/button'
import { RemovableChip } from '@/ui/chip'
import { SearchBox } from '@/ui/directory-search'
import { Select } from '@/ui/select'

type UserFiltersBarProps = { filters: UserFilters; onChange: (next: Partial<UserFilters>) => void }

const ROLES = keysOf(ROLE_NAMES).map((value) => ({ value, label: ROLE_NAMES[value] }))
const STATUSES = keysOf(STATUS_NAMES).map((value) => ({ value, label: STATUS_NAMES[value] }))
const ORDERS = [
  { value: '', label: 'Mais novos' },
  { value: 'antigos', label: 'Mais antigos' },
]

export function UserFiltersBar({ filters, onChange }: UserFiltersBarProps) {
  return (
    <search className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-3 lg:grid-cols-[1fr_11rem_11rem_11rem]">
        <SearchBox
          label="Buscar usuários"
          placeholder="Buscar por nome ou e-mail"
          text={filters.text}
          onChange={(text) => onChange({ text })}
          className="sm:col-span-3 lg:col-span-1"
        />
        <Select
          aria-label="Função"
          placeholder="Todas as funções"
          options={ROLES}
          value={filters.role}
          onChange={({ target }) => onChange({ role: keyOf(ROLE_NAMES, target.value) ?? '' })}
        />
        <Select
          aria-label="Status"
          placeholder="Todos os status"
          options={STATUSES}
          value={filters.status}
          onChange={({ target }) => onChange({ status: keyOf(STATUS_NAMES, target.value) ?? '' })}
        />
        <Select
          aria-label="Ordenar por"
          options={ORDERS}
          value={filters.order}
          onChange={({ target }) => onChange({ order: target.value })}
        />
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {filters.role !== '' && (
          <RemovableChip label={ROLE_NAMES[filters.role]} onRemove={() => onChange({ role: '' })} />
        )}
        {filters.status !== '' && (
          <RemovableChip label={STATUS_NAMES[filters.status]} onRemove={() => onChange({ status: '' })} />
        )}
      </div>
    </search>
  )
}

const NAMES = { text: 'q', role: 'papel', status: 'situacao', order: 'ordem' } as const

/** The filters are in the address, beside the tab. */
export function useUserFilters() {
  const [params, setParams] = useSearchParams()
  const filters: UserFilters = {
    text: params.get(NAMES.text) ?? '',
    role: keyOf(ROLE_NAMES, params.get(NAMES.role)) ?? '',
    status: keyOf(STATUS_NAMES, params.get(NAMES.status)) ?? '',
    order: params.get(NAMES.order) ?? '',
  }
  function change(next: Partial<UserFilters>) {
    const written = new URLSearchParams(params)
    for (const [name, value] of Object.entries({ ...filters, ...next })) {
      const key = NAMES[name === 'text' || name === 'role' || name === 'status' ? name : 'order']
      if (value.trim() === '') written.delete(key)
      else written.set(key, value)
    }
    setParams(written, { replace: true, preventScrollReset: true })
  }
  return { filters, change, clear: () => change({ text: '', role: '', status: '', order: '' }) }
}

type ChosenUser = Choice & { status: User['profile']['status'] }

/** Blocks or activates all selected users; those who already have that state are skipped. */
export function BulkUsers({ chosen, onClear }: { chosen: readonly ChosenUser[]; onClear: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const change = useMutation(setStatus(useQueryClient()))
  const [isBusy, setIsBusy] = useState(false)
  const toBlock = chosen.filter(({ status }) => status === 'active')
  const toActivate = chosen.filter(({ status }) => status === 'blocked')

  async function decide(users: readonly ChosenUser[], status: 'active' | 'blocked') {
    setIsBusy(true)
    const came = await takeEach(users, ({ id }) => change.mutateAsync({ id, status }))
    setIsBusy(false)
    setOutcome(came)
    onClear()
    toast({
      title: status === 'blocked' ? 'Bloqueio em lote' : 'Ativação em lote',
      description: `${formatCount(came.done, 'usuário atualizado', 'usuários atualizados')}.`,
    })
  }
  return (
    <>
      <BulkBar
        count={chosen.length}
        noun={['usuário selecionado', 'usuários selecionados']}
        onClear={onClear}
        outcome={outcome}
      >
        <Button size="sm" disabled={toBlock.length === 0} loading={isBusy} onClick={() => setIsAsking(true)}>
          <ShieldBan className="size-4" aria-hidden />
          Bloquear {toBlock.length}
        </Button>
        <Button
          size="sm"
          disabled={toActivate.length === 0}
          loading={isBusy}
          onClick={() => void decide(toActivate, 'active')}
        >
          <ShieldCheck className="size-4" aria-hidden />
          Ativar {toActivate.length}
        </Button>
      </BulkBar>
      <AlertDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Bloquear ${formatCount(toBlock.length, 'usuário', 'usuários')}?`}
        description={`${toBlock.map(({ name }) => name).join(', ')}. As sessões terminam agora, e cada bloqueio fica na auditoria.`}
        confirmLabel="Bloquear todos"
        destructive
        onConfirm={() => void decide(toBlock, 'blocked')}
      />
    </>
  )
}
