import { ArrowRight } from 'lucide-react'
import type { Change } from './term-changes'
import { wordDiff } from '@/lib/text/word-diff'

const NOTHING = 'não informado'

/** What changed, field by field: old → new, and word by word in long texts. */
export function RevisionDiff({ changes }: { changes: readonly Change[] }) {
  return (
    <dl className="flex flex-col gap-4 text-sm">
      {changes.map((change) => (
        <div key={change.label}>
          <dt className="font-medium">{change.label}</dt>
          <dd className="mt-1">{change.isLong ? <Words {...change} /> : <Values {...change} />}</dd>
        </div>
      ))}
    </dl>
  )
}

function Values({ before, after }: Change) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 break-words">
      <del className="text-muted">
        <span className="sr-only">antes: </span>
        {before === '' ? NOTHING : before}
      </del>
      <ArrowRight className="size-4 shrink-0 text-muted" aria-hidden />
      <ins className="font-medium no-underline">
        <span className="sr-only">agora: </span>
        {after === '' ? NOTHING : after}
      </ins>
    </span>
  )
}

function Words({ before, after }: Change) {
  return (
    <p className="max-w-measure leading-relaxed break-words whitespace-pre-line">
      {wordDiff(before, after).map(({ kind, text }, at) => {
        if (kind === 'same') return <span key={at}>{text}</span>
        if (kind === 'removed') {
          return (
            <del key={at} className="rounded-sm bg-danger-soft text-danger">
              <span className="sr-only">retirado: </span>
              {text}
            </del>
          )
        }
        return (
          <ins key={at} className="rounded-sm bg-success-soft text-success no-underline">
            <span className="sr-only">incluído: </span>
            {text}
          </ins>
        )
      })}
    </p>
  )
}
