import { createContext, use, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'

type Language = 'js' | 'sh'

const LANGUAGES: readonly { value: Language; label: string }[] = [
  { value: 'js', label: 'JavaScript' },
  { value: 'sh', label: 'curl' },
]

const Chosen = createContext<{ language: Language; choose: (language: Language) => void }>({
  language: 'js',
  choose: () => {},
})

/** The chosen language of the examples, shared by all of them. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, choose] = useState<Language>('js')
  return <Chosen value={{ language, choose }}>{children}</Chosen>
}

export function useLanguage(): Language {
  return use(Chosen).language
}

export function nameOf(language: Language): string {
  return LANGUAGES.find(({ value }) => value === language)?.label ?? language
}

/** The choice, over each example that is there in both. */
export function LanguageChoice({ label }: { label: string }) {
  const { language, choose } = use(Chosen)

  // What stands above changes its height too: the pressed button stays where the finger is.
  function press(next: Language, button: HTMLElement) {
    const before = button.getBoundingClientRect().top
    flushSync(() => choose(next))
    const after = button.ownerDocument.activeElement === button ? button : undefined
    window.scrollBy({ top: (after ?? button).getBoundingClientRect().top - before, behavior: 'instant' })
  }

  return (
    <span role="group" aria-label={`Linguagem: ${label}`} className="flex gap-4">
      {LANGUAGES.map(({ value, label: name }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === language}
          onClick={(event) => press(value, event.currentTarget)}
          className="h-10 min-w-6 border-b-2 border-transparent font-medium text-muted hover:text-ink aria-pressed:border-ink aria-pressed:text-ink"
        >
          {name}
        </button>
      ))}
    </span>
  )
}
