import { paths } from '@/lib/paths'

/** `g` and then one of these. */
export const GO_TO: readonly { key: string; to: string; label: string }[] = [
  { key: 'i', to: paths.home(), label: 'Ir para o início' },
  { key: 'p', to: paths.projects(), label: 'Ir para projetos' },
  { key: 'e', to: paths.professionals(), label: 'Ir para profissionais' },
  { key: 'd', to: paths.dashboard(), label: 'Ir para o painel' },
  { key: 'm', to: paths.messages(), label: 'Ir para mensagens' },
]

const STORAGE_KEY = 'automacao-atalhos'

/** Shortcuts of a single key can be switched off (WCAG 2.1.4). */
export function readSingleKeys(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off'
  } catch {
    return true
  }
}

export function saveSingleKeys(wanted: boolean): void {
  try {
    localStorage.setItem(STORAGE_KEY, wanted ? 'on' : 'off')
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
}
