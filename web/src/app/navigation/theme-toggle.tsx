import { Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { currentTheme, subscribeToTheme, toggleTheme } from '@/lib/device/theme'
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
