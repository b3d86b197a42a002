type Outcome<Result> = { onSuccess: (result: Result) => void; onError: (error: unknown) => void }

/**
 * Says what came of a mutation even when the component that asked is gone:
 * news from the server may take its button away before the answer arrives.
 */
export function reportOutcome<Result>(work: Promise<Result>, outcome: Outcome<Result>): void {
  work.then(outcome.onSuccess, outcome.onError)
}
