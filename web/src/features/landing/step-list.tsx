export type Step = { title: string; text: string }

/** Numbered steps under hairlines. `level` keeps the page's headings in order. */
export function StepList({ steps, level = 4 }: { steps: readonly Step[]; level?: 3 | 4 }) {
  const Heading = `h${level}` as const
  return (
    <ol className="flex flex-col">
      {steps.map((step, index) => (
        <li key={step.title} className="flex gap-3 border-t border-line py-4">
          <span aria-hidden className="figures w-8 shrink-0 pt-0.5 text-sm text-muted">
            {String(index + 1).padStart(2, '0')}
          </span>
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <Heading className="text-base font-semibold">{step.title}</Heading>
            <p className="text-sm text-muted">{step.text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
