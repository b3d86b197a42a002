/** The theme choice: kept in local storage, applied as data-theme on the root element. */
type ThemeChoice = 'light' | 'dark' | 'system'
type Theme = 'light' | 'dark'

export const THEME_STORAGE_KEY = 'automacao-ui-theme'
// The surface colours of the page for the browser's own bars; index.html has the same two.
const BAR_COLOUR: Record<Theme, string> = { light: '#fbf9f5', dark: '#12161c' }

const listeners = new Set<() => void>()

function systemQuery(): MediaQueryList {
  return window.matchMedia('(prefers-color-scheme: dark)')
}

// Storage throws where cookies are blocked; the choice then lasts while the page is open.
let unsavedChoice: ThemeChoice = 'system'

export function readThemeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(THEME_STORAGE_KEY)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return unsavedChoice
  }
}

export function currentTheme(): Theme {
  const choice = readThemeChoice()
  if (choice !== 'system') return choice
  return systemQuery().matches ? 'dark' : 'light'
}

export function chooseTheme(choice: ThemeChoice): void {
  unsavedChoice = choice
  try {
    localStorage.setItem(THEME_STORAGE_KEY, choice)
  } catch {
    // Kept in memory above.
  }
  applyTheme()
}

/** Switches between dark and light; the menu also has "system". */
export function toggleTheme(): void {
  chooseTheme(currentTheme() === 'dark' ? 'light' : 'dark')
}

function applyTheme(): void {
  const theme = currentTheme()
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BAR_COLOUR[theme])
  listeners.forEach((listener) => listener())
}

/** Follows the operating system and other tabs; returns a function that unsubscribes. */
export function followTheme(): () => void {
  const system = systemQuery()
  const onStorage = (event: StorageEvent) => {
    if (event.key === THEME_STORAGE_KEY || event.key === null) applyTheme()
  }
  applyTheme()
  system.addEventListener('change', applyTheme)
  window.addEventListener('storage', onStorage)
  return () => {
    system.removeEventListener('change', applyTheme)
    window.removeEventListener('storage', onStorage)
  }
}

export function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
