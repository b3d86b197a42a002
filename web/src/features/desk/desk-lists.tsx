import { useSearchParams } from 'react-router'
import { DifferenceList } from '@/features/desk/difference-list'
import { DeclaredList, OverdueList, RefusedList } from '@/features/desk/direct-lists'
import { DisputeList, HeldList, PayoutList, OrderList } from './lists'
import type { Figures } from '@/features/desk/queries'
import { formatList } from '@/lib/format'
import { FilterTabs } from '@/ui/filter-tabs'

const LISTS = {
  garantias: HeldList,
  divergencias: DifferenceList,
  saques: PayoutList,
  ordens: OrderList,
  disputas: DisputeList,
  declarados: DeclaredList,
  contestados: RefusedList,
  atrasados: OverdueList,
}

type Name = keyof typeof LISTS
type Choice = { value: Name; label: string; count: number; isUrgent: boolean }

/** The lists of the desk, the most urgent first. */
function choicesOf(figures: Figures, hasGuarantee: boolean, isDirect: boolean): Choice[] {
  const choice = (value: Name, label: string, count: number, isUrgent = count > 0): Choice => ({
    value,
    label,
    count,
    isUrgent,
  })
  const held: Choice[] = [
    choice('garantias', 'Garantias', figures.held, false),
    choice('divergencias', 'Sem correspondência', figures.differences),
    choice('ordens', 'Ordens que falham', figures.orders_failing),
    choice('saques', 'Saques', figures.payouts_waiting + figures.payouts_failed, figures.payouts_failed > 0),
  ]
  const direct: Choice[] = [
    choice('declarados', 'Pagos sem resposta', figures.declared, false),
    choice('contestados', 'Contestados', figures.refused_receipts),
    choice('atrasados', 'Em atraso', figures.overdue),
  ]
  return [
    ...(hasGuarantee ? held : []),
    choice('disputas', 'Disputas', figures.disputes),
    ...direct.filter(({ count }) => isDirect || count > 0),
  ]
}

type ListsProps = { figures: Figures; hasGuarantee: boolean; isDirect: boolean }

/** The lists of the desk, under a heading that says which need attention. */
export function DeskLists({ figures, hasGuarantee, isDirect }: ListsProps) {
  const [params, setParams] = useSearchParams()
  const choices = choicesOf(figures, hasGuarantee, isDirect)
  const wanted =
    choices.find(({ value }) => value === params.get('lista')) ??
    choices.find(({ isUrgent }) => isUrgent) ??
    choices[0]
  if (wanted === undefined) return null
  const List = LISTS[wanted.value]
  return (
    <section aria-labelledby="listas">
      <h2 id="listas" className="mb-3 text-lg font-semibold">
        {waiting(choices)}
      </h2>
      <FilterTabs
        label="O que olhar"
        options={choices}
        value={wanted.value}
        onValueChange={(lista) =>
          setParams({ aba: 'dinheiro', lista }, { replace: true, preventScrollReset: true })
        }
      />
      <List />
    </section>
  )
}

function waiting(choices: readonly Choice[]): string {
  const urgent = choices.flatMap(({ label, isUrgent }) => (isUrgent ? label.toLowerCase() : []))
  if (urgent.length === 0) return 'Nada espera por você'
  return `${urgent.length === 1 ? 'Pede' : 'Pedem'} atenção: ${formatList(urgent)}`
}
