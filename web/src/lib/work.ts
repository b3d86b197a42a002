/** The codes of work mode, availability, level and state, with their labels. */

export const WORK_MODES = [
  { value: 'on_site', label: 'Presencial' },
  { value: 'hybrid', label: 'Híbrido' },
  { value: 'remote', label: 'Remoto' },
] as const

type WorkMode = (typeof WORK_MODES)[number]['value']

export const AVAILABILITIES = [
  { value: 'available', label: 'Disponível' },
  { value: 'limited', label: 'Disponibilidade parcial' },
  { value: 'unavailable', label: 'Sem disponibilidade' },
] as const

type Availability = (typeof AVAILABILITIES)[number]['value']

export const LEVELS = ['Júnior', 'Pleno', 'Intermediário', 'Sênior', 'Especialista'] as const

/** The states and the federal district, by name. */
export const STATES = [
  { value: 'AC', label: 'Acre' },
  { value: 'AL', label: 'Alagoas' },
  { value: 'AP', label: 'Amapá' },
  { value: 'AM', label: 'Amazonas' },
  { value: 'BA', label: 'Bahia' },
  { value: 'CE', label: 'Ceará' },
  { value: 'DF', label: 'Distrito Federal' },
  { value: 'ES', label: 'Espírito Santo' },
  { value: 'GO', label: 'Goiás' },
  { value: 'MA', label: 'Maranhão' },
  { value: 'MT', label: 'Mato Grosso' },
  { value: 'MS', label: 'Mato Grosso do Sul' },
  { value: 'MG', label: 'Minas Gerais' },
  { value: 'PA', label: 'Pará' },
  { value: 'PB', label: 'Paraíba' },
  { value: 'PR', label: 'Paraná' },
  { value: 'PE', label: 'Pernambuco' },
  { value: 'PI', label: 'Piauí' },
  { value: 'RJ', label: 'Rio de Janeiro' },
  { value: 'RN', label: 'Rio Grande do Norte' },
  { value: 'RS', label: 'Rio Grande do Sul' },
  { value: 'RO', label: 'Rondônia' },
  { value: 'RR', label: 'Roraima' },
  { value: 'SC', label: 'Santa Catarina' },
  { value: 'SP', label: 'São Paulo' },
  { value: 'SE', label: 'Sergipe' },
  { value: 'TO', label: 'Tocantins' },
] as const

type State = (typeof STATES)[number]['value']

/** The label of a code; undefined if it is none, as in an edited address. */
export function labelOf(options: readonly { value: string; label: string }[], value: string | null) {
  return options.find((option) => option.value === value)?.label
}

/** `Jundiaí/SP`, `SP`, or an empty text. */
export function placeOf({ city, state }: { city: string | null; state: string | null }): string {
  return [city, state].filter((part) => part !== null).join('/')
}

export function isState(value: string): value is State {
  return STATES.some((state) => state.value === value)
}

export function isWorkMode(value: string): value is WorkMode {
  return WORK_MODES.some((mode) => mode.value === value)
}

export function isAvailability(value: string): value is Availability {
  return AVAILABILITIES.some((availability) => availability.value === value)
}

export const LEVEL_OPTIONS = LEVELS.map((value) => ({ value, label: value }))
