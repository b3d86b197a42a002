type Outcome<Result> = { onSuccess: (result: Result) => void; onError: (error: unknown) => void }

/**
 * Reports the outcome of a mutation even if the component that started it has unmounted: a realtime
 * event may remove its button before the answer arrives.
 */
export function reportOutcome<Result>(work: Promise<Result>, outcome: Outcome<Result>): void {
  work.then(outcome.onSuccess, outcome.onError)
}
