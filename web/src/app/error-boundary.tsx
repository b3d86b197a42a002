import { Component, type ReactNode } from 'react'

type ErrorBoundaryProps = { children: ReactNode; fallback: (error: unknown) => ReactNode }

/** What React itself offers only as a class: a part that breaks takes nothing else along. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failure: { error: unknown } | null }> {
  override state: { failure: { error: unknown } | null } = { failure: null }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  override render() {
    const { failure } = this.state
    return failure === null ? this.props.children : this.props.fallback(failure.error)
  }
}

/** For parts that the page does without: a bell that does not load is no bell. */
export function Expendable({ children }: { children: ReactNode }) {
  return <ErrorBoundary fallback={() => null}>{children}</ErrorBoundary>
}
