import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { knowingClient } from '@/dev/rows'
import type { Specimen, State } from '@/dev/specimen'
import { GROUPS, pointedRules } from './specimens'
import { classNames } from '@/lib/class-names'
import { useTitle } from '@/lib/navigation/use-title'
import { Button } from '@/ui/button'

const THEMES = [
  { value: 'claro', label: 'Claro', theme: 'light' },
  { value: 'escuro', label: 'Escuro', theme: 'dark' },
  { value: 'lado-a-lado', label: 'Lado a lado', theme: undefined },
] as const

/** Every component in every state, in development builds only: /dev/ui?tema=escuro#button. */
export function UiPage() {
  const [params] = useSearchParams()
  useTitle('Componentes')
  const chosen = THEMES.find(({ value }) => value === params.get('tema')) ?? THEMES[0]
  return (
    <div className="flex min-h-dvh flex-col lg:flex-row">
      <Index chosen={chosen.value} />
      {chosen.theme === undefined ? <SideBySide /> : <Specimens theme={chosen.theme} />}
    </div>
  )
}

function Index({ chosen }: { chosen: string }) {
  const [, setParams] = useSearchParams()
  return (
    <nav
      aria-label="Componentes"
      className="flex flex-col gap-4 border-line bg-raised p-4 text-sm lg:sticky lg:top-0 lg:h-dvh lg:w-72 lg:shrink-0 lg:overflow-y-auto lg:border-r"
    >
      <div role="group" aria-label="Tema" className="flex gap-1">
        {THEMES.map(({ value, label }) => (
          <Button
            key={value}
            size="sm"
            variant={value === chosen ? 'secondary' : 'ghost'}
            aria-pressed={value === chosen}
            onClick={() => setParams({ tema: value })}
          >
            {label}
          </Button>
        ))}
      </div>
      {GROUPS.map(({ name, specimens }) => (
        <section key={name} aria-label={name} className="max-lg:hidden">
          <p className="font-medium">{name}</p>
          <ul>
            {specimens.map(({ id }) => (
              <li key={id}>
                <a href={`#${id}`} className="flex min-h-6 items-center text-muted hover:text-ink">
                  {id}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

/** Two pages instead of two columns of one: floating parts and ids belong to one theme each. */
function SideBySide() {
  return (
    <main className="grid flex-1 grid-cols-2">
      {THEMES.slice(0, 2).map(({ value, label }) => (
        <iframe
          key={value}
          title={label}
          src={`/dev/ui?tema=${value}${window.location.hash}`}
          className="h-dvh w-full"
        />
      ))}
    </main>
  )
}

export function Specimens({ theme }: { theme: 'light' | 'dark' }) {
  const [client] = useState(knowingClient)
  const rules = usePointedRules()
  useEffect(() => {
    document.documentElement.dataset.theme = theme
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
  }, [theme])
  return (
    <QueryClientProvider client={client}>
      <style>{rules}</style>
      <main className="flex min-w-0 flex-1 flex-col gap-10 p-4 sm:p-8">
        <h1 tabIndex={-1} className="text-2xl font-semibold">
          Componentes
        </h1>
        {GROUPS.flatMap(({ specimens }) => specimens).map((specimen) => (
          <SpecimenSection key={specimen.id} specimen={specimen} />
        ))}
      </main>
    </QueryClientProvider>
  )
}

function SpecimenSection({ specimen: { id, of, states } }: { specimen: Specimen }) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-nome`}
      className="flex scroll-mt-4 flex-col gap-4 border-t border-line pt-4"
    >
      <h2 id={`${id}-nome`} className="flex flex-wrap items-baseline gap-x-3 text-lg font-semibold">
        {id}
        <span className="figures text-xs font-normal text-muted">{of}</span>
      </h2>
      <div className="grid gap-6 md:grid-cols-2 2xl:grid-cols-4">
        {states.map((state) => (
          <StateFigure key={state.name} state={state} />
        ))}
      </div>
    </section>
  )
}

function StateFigure({ state: { name, show, as, isWide = false, opens } }: { state: State }) {
  return (
    <figure
      data-opens={opens}
      className={classNames('flex min-w-0 flex-col gap-2', isWide && 'md:col-span-2')}
    >
      <figcaption className="text-xs text-muted">{name}</figcaption>
      <div data-as={as} className="min-w-0">
        {show}
      </div>
    </figure>
  )
}

/** The style sheets are outside React and are read after they load. */
function usePointedRules(): string {
  const [rules, setRules] = useState('')
  useEffect(() => {
    // eslint-disable-next-line react-hooks/set-state-in-effect
    setRules(pointedRules(document.styleSheets))
  }, [])
  return rules
}
