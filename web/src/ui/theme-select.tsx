import { useSyncExternalStore } from 'react'
import { chooseTheme, readThemeChoice, subscribeToTheme } from '@/lib/device/theme'

/** All three themes; the toggle in the top bar has only two. */
export function ThemeSelect() {
  const choice = useSyncExternalStore(subscribeToTheme, readThemeChoice, () => 'system' as const)
  return (
    <label className="flex items-center gap-2 text-sm text-muted">
      Tema
      <select
        value={choice}
        className="h-8 rounded border border-control bg-raised px-2 text-ink"
        onChange={({ target: { value } }) =>
          chooseTheme(value === 'light' || value === 'dark' ? value : 'system')
        }
      >
        <option value="system">Sistema</option>
        <option value="light">Claro</option>
        <option value="dark">Escuro</option>
      </select>
    </label>
  )
}
