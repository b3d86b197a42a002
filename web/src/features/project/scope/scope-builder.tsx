import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { usePriceSentence } from '@/api/directory/reference-prices'
import { errorSentence } from '@/api/errors'
import { useMember } from '@/api/session/session'
import { Clarity, placeOfField } from '@/features/project/scope/clarity'
import {
  answer,
  carry,
  type Answer,
  type Model,
  type Scope,
  type Section,
} from '@/features/project/scope/model'
import { modelsQuery, pastScopesQuery, previewScopeQuery } from '@/features/project/scope/queries'
import { ScopeField } from '@/features/project/scope/scope-field'
import { ScopeText } from '@/features/project/scope/scope-text'
import { useDebounced } from '@/lib/timing'
import { ErrorState } from '@/ui/error-state'
import { Field } from '@/ui/field'
import { Select } from '@/ui/select'
import { Loading, Skeleton } from '@/ui/skeleton'

type ScopeBuilderProps = {
  value: Scope | null
  /** Where the work is, if that is said. */
  state?: string
  onChange: (scope: Scope | null) => void
}

/** Builds a scope from a model: what it asks, how clear it is, and how it will read. */
export function ScopeBuilder({ value, state = '', onChange }: ScopeBuilderProps) {
  const price = usePriceSentence(value?.model, state)
  const { data: models, error, refetch } = useQuery(modelsQuery())
  if (error) return <ErrorState message={errorSentence(error)} onRetry={() => void refetch()} />
  if (models === undefined)
    return (
      <Loading label="Carregando os modelos…">
        <Skeleton className="h-40" />
      </Loading>
    )
  const model = models.find(({ slug }) => slug === value?.model)

  function choose(slug: string) {
    const chosen = models?.find((one) => one.slug === slug)
    onChange(chosen ? carry(value?.answers ?? {}, chosen, model) : null)
  }

  function start(past: Scope) {
    const chosen = models?.find((one) => one.slug === past.model)
    if (chosen) onChange(carry(past.answers, chosen, chosen))
  }

  return (
    <div className="flex flex-col gap-6">
      <Start models={models} value={value} onChoose={choose} onStart={start} />
      {price !== undefined && <p className="text-sm">{price}</p>}
      {model && value && <Questions model={model} scope={value} onChange={onChange} />}
    </div>
  )
}

type StartProps = {
  models: readonly Model[]
  value: Scope | null
  onChoose: (slug: string) => void
  onStart: (scope: Scope) => void
}

/** The choice of a model, or of a past project to begin from. */
function Start({ models, value, onChoose, onStart }: StartProps) {
  const { party } = useMember()
  const { data: past = [] } = useQuery(pastScopesQuery(party.id))
  const model = models.find(({ slug }) => slug === value?.model)
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <Field name="escopo-modelo" label="Modelo de projeto" hint={model?.intro} optional>
        <Select
          options={models.map(({ slug, name }) => ({ value: slug, label: name }))}
          placeholder="Sem modelo"
          value={value?.model ?? ''}
          onChange={({ target }) => onChoose(target.value)}
        />
      </Field>
      {past.length > 0 && (
        <Field name="escopo-anterior" label="Começar de um projeto anterior" optional>
          <Select
            options={past.map(({ id, title }) => ({ value: id, label: title }))}
            placeholder="Selecione"
            value=""
            onChange={({ target }) => {
              const chosen = past.find(({ id }) => id === target.value)
              if (chosen) onStart(chosen.scope)
            }}
          />
        </Field>
      )}
    </div>
  )
}

type QuestionsProps = { model: Model; scope: Scope; onChange: (scope: Scope) => void }

function Questions({ model, scope, onChange }: QuestionsProps) {
  const root = useRef<HTMLDivElement>(null)

  function show(field: string) {
    const place = root.current?.querySelector<HTMLElement>(`#${CSS.escape(placeOfField(field))}`)
    const section = place?.closest('details')
    if (section) section.open = true
    place?.querySelector<HTMLElement>('input, select, textarea, button')?.focus()
  }

  return (
    <div ref={root} className="flex flex-col gap-4">
      <Preview scope={scope} onAnswer={show} />
      {model.sections.map((section, index) => (
        <SectionFields
          key={section.title}
          section={section}
          isOpen={index === 0}
          answers={scope.answers}
          onAnswer={(name, one) =>
            onChange({ ...scope, version: model.version, answers: answer(scope.answers, name, one) })
          }
        />
      ))}
    </div>
  )
}

type SectionFieldsProps = {
  section: Section
  isOpen: boolean
  answers: Scope['answers']
  onAnswer: (field: string, value: Answer | undefined) => void
}

function SectionFields({ section, isOpen, answers, onAnswer }: SectionFieldsProps) {
  const done = section.fields.filter(({ name }) => answers[name] !== undefined).length
  return (
    <details open={isOpen} className="rounded border border-line">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 px-4 py-2 font-medium">
        {section.title}
        <span className="text-sm font-normal text-muted">
          {done} de {section.fields.length}
        </span>
      </summary>
      <div className="flex flex-col gap-6 border-t border-line px-4 py-5">
        {section.fields.map((field) => (
          <div key={field.name} id={placeOfField(field.name)}>
            <ScopeField
              field={field}
              value={answers[field.name]}
              onChange={(one) => onAnswer(field.name, one)}
            />
          </div>
        ))}
      </div>
    </details>
  )
}

function Preview({ scope, onAnswer }: { scope: Scope; onAnswer: (field: string) => void }) {
  const settled = useDebounced(JSON.stringify(scope))
  const { data: written, error, refetch } = useQuery(previewScopeQuery(settled))
  if (error) return <ErrorState message={errorSentence(error)} onRetry={() => void refetch()} />
  if (written === undefined)
    return (
      <Loading label="Medindo a clareza…">
        <Skeleton className="h-24" />
      </Loading>
    )
  return (
    <div className="flex flex-col gap-4 rounded bg-sunken p-4">
      <Clarity percent={written.clarity} missing={written.missing} onAnswer={onAnswer} />
      <details>
        <summary className="min-h-6 cursor-pointer text-sm font-medium underline underline-offset-2">
          Ler o escopo como será publicado
        </summary>
        <ScopeText text={written.text} />
      </details>
    </div>
  )
}
