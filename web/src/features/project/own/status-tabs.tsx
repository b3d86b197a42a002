import { useQuery } from '@tanstack/react-query'
import { ownFiguresQuery } from '@/features/project/own/own-queries'
import { FILTERS } from '@/features/project/text'
import { FilterTabs } from '@/ui/filter-tabs'

type StatusTabsProps = { companyId: string; value: string; onValueChange: (status: string) => void }

/** The states of a company's own projects, each with its number of projects. */
export function StatusTabs({ companyId, value, onValueChange }: StatusTabsProps) {
  const { data: figuresOf } = useQuery(ownFiguresQuery(companyId))
  return (
    <FilterTabs
      label="Filtrar por situação"
      options={FILTERS.map((filter) => ({ ...filter, count: figuresOf?.(filter.value).projects }))}
      value={value}
      onValueChange={onValueChange}
    />
  )
}
