import { useSearchParams } from 'react-router'
import { decodeCursor, type Cursor } from '@/lib/navigation/page-cursor'
import { AVAILABILITIES, LEVELS, STATES, WORK_MODES } from '@/lib/work'

export type DirectoryFilters = {
  text: string
  skills: readonly string[]
  technologies: readonly string[]
  /** A state's letters, or ''. */
  state: string
  /** The key of a city of that state, or ''. */
  city: string
  modes: readonly string[]
  levels: readonly string[]
  availability: readonly string[]
  /** A range of whole reais, `10000-30000`; either end may be open. */
  budget: string
  order: string
  /** The cursor of the page; undefined for the first. */
  place: Cursor | undefined
}

export const NO_FILTERS: DirectoryFilters = {
  text: '',
  skills: [],
  technologies: [],
  state: '',
  city: '',
  modes: [],
  levels: [],
  availability: [],
  budget: '',
  order: '',
  place: undefined,
}

/** The filters of a directory live in the address, so that results can be shared and revisited. */
export function useDirectoryFilters() {
  const [params, setParams] = useSearchParams()
  const filters = readFilters(params)
  function change(next: Partial<DirectoryFilters>) {
    setParams(writeFilters({ ...filters, ...next }), { replace: true, preventScrollReset: true })
  }
  /** The address of another page of the results. */
  function addressOf(place: string | undefined): string | undefined {
    return place && `?${[writeFilters(filters).toString(), place].filter((part) => part !== '').join('&')}`
  }
  return { filters, change, addressOf }
}

/** Whether a directory shows less than everything. */
export function isNarrowed(filters: DirectoryFilters): boolean {
  return writeFilters({ ...filters, order: '' }).size > 0
}

/** The filters in an address; invalid values are dropped. */
export function readFilters(params: URLSearchParams): DirectoryFilters {
  const known = (name: string, options: readonly string[]) =>
    params.getAll(name).filter((value) => options.includes(value))
  const budget = params.get('orcamento') ?? ''
  const [state = ''] = known('estado', valuesOf(STATES))
  return {
    text: params.get('q') ?? '',
    skills: params.getAll('habilidade'),
    technologies: params.getAll('tecnologia'),
    state,
    // A city belongs to a state: several states have cities of the same name.
    city: state === '' ? '' : (params.get('cidade') ?? ''),
    modes: known('modalidade', valuesOf(WORK_MODES)),
    levels: known('nivel', LEVELS),
    availability: known('disponibilidade', valuesOf(AVAILABILITIES)),
    budget: rangeOf(budget) === undefined ? '' : budget,
    order: params.get('ordem') ?? '',
    place:
      decodeCursor('depois', params.get('depois') ?? '') ?? decodeCursor('antes', params.get('antes') ?? ''),
  }
}

function valuesOf(options: readonly { value: string }[]): string[] {
  return options.map(({ value }) => value)
}

/** The filters as they are written in an address. */
export function writeFilters(filters: DirectoryFilters): URLSearchParams {
  const written = new URLSearchParams()
  const put = (name: string, values: readonly string[]) => {
    for (const value of values) if (value.trim() !== '') written.append(name, value)
  }
  put('q', [filters.text])
  put('habilidade', filters.skills)
  put('tecnologia', filters.technologies)
  put('estado', [filters.state])
  put('cidade', [filters.state === '' ? '' : filters.city])
  put('modalidade', filters.modes)
  put('nivel', filters.levels)
  put('disponibilidade', filters.availability)
  put('orcamento', [filters.budget])
  put('ordem', [filters.order])
  return written
}

/** `10000-30000` in reais as whole centavos; undefined if it is no range. */
export function rangeOf(budget: string): { min: number | undefined; max: number | undefined } | undefined {
  const [, min = '', max = ''] = /^(\d{0,9})-(\d{0,9})$/.exec(budget) ?? []
  if (min === '' && max === '') return undefined
  const cents = (reais: string) => (reais === '' ? undefined : Number.parseInt(reais, 10) * 100)
  return { min: cents(min), max: cents(max) }
}
