import { Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { chooseTheme, currentTheme, readThemeChoice, subscribeToTheme, toggleTheme } from '@/lib/theme'
import { Button } from '@/ui/button'

export function ThemeToggle() {
  const theme = useSyncExternalStore(subscribeToTheme, currentTheme, () => 'light' as const)
  const Icon = theme === 'dark' ? Sun : Moon
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={theme === 'dark' ? 'Usar tema claro' : 'Usar tema escuro'}
      onClick={toggleTheme}
    >
      <Icon className="size-5" aria-hidden />
    </Button>
  )
}

/** All three choices; the toggle knows only two. */
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
