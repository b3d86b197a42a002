import { useState, type ReactNode } from 'react'

/** A component in each of its states, with the file it comes from. */
export type Specimen = {
  /** The fragment in the page's address: /dev/ui#button. */
  id: string
  /** The file it comes from, below src/ and without its ending. */
  of: string
  states: readonly State[]
}

export type State = {
  name: string
  show: ReactNode
  /** Shows the first element as under a pointer or with the focus. */
  as?: 'hover' | 'focus-visible'
  /** Needs the whole width of the page. */
  isWide?: boolean
  /** The name of the button that opens the floating part. */
  opens?: string
}

/** Keeps the value of a controlled specimen, so that it can be tried. */
export function Held<Value>({
  first,
  children,
}: {
  first: Value
  children: (value: Value, onChange: (value: Value) => void) => ReactNode
}) {
  const [value, setValue] = useState(() => first)
  return children(value, (next) => setValue(() => next))
}

export function ignore(): void {
  // Handlers of specimens do nothing.
}

export const LONG_WORD = 'Eletrohidropneumaticamente-sincronizadoramultifuncional'
export const LONG_NAME = 'Superintendência de Manutenção Eletromecânica e Instrumentação Serra Azul Norte'
export const LONG_TEXT = `Substituição da CPU 315-2 DP por 1515-2 PN com reescrita do sequenciador, revisão dos intertravamentos e treinamento dos três turnos; ${LONG_WORD}, sem parar a linha de envase por mais de doze horas entre sábado e domingo.`
