import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorSentence } from '@/api/errors'
import { useTechnologyNames, useTechnologyOptions } from '@/api/directory/technologies'
import { PROFILE_TECHNOLOGIES_MAX } from '@/api/limits'
import {
  addTechnology,
  ownTechnologiesQuery,
  removeTechnology,
  TECHNOLOGY_LEVELS,
  type OwnTechnology,
  type TechnologyLevel,
} from '@/features/profile-edit/technology-queries'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'
import { Combobox } from '@/ui/combobox'
import { ErrorState } from '@/ui/error-state'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Select } from '@/ui/select'
import { Loading, Skeleton } from '@/ui/skeleton'

/** What professionals master, with level, years and last use; each change is saved at once. */
export function Technologies({ profileId }: { profileId: string }) {
  const query = useQuery(ownTechnologiesQuery(profileId))
  return (
    <section className="mt-10 flex max-w-3xl flex-col gap-4 border-t border-line pt-8">
      <div>
        <h2 className="text-lg font-semibold">Tecnologias</h2>
        <p className="text-sm text-muted">
          Plataformas, produtos e protocolos que você domina, até {PROFILE_TECHNOLOGIES_MAX}. Cada mudança é
          salva na hora.
        </p>
      </div>
      {query.isPending && (
        <Loading label="Carregando tecnologias…">
          <Skeleton className="h-24" />
        </Loading>
      )}
      {query.isError && (
        <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
      )}
      {query.data && (
        <>
          <Known profileId={profileId} known={query.data} />
          <Adding profileId={profileId} known={query.data} />
        </>
      )}
    </section>
  )
}

function useFailure() {
  return (error: unknown) =>
    toast({ variant: 'destructive', title: 'Tecnologia não salva', description: errorSentence(error) })
}

function Known({ profileId, known }: { profileId: string; known: readonly OwnTechnology[] }) {
  const names = useTechnologyNames(known.map(({ technology }) => technology))
  const onError = useFailure()
  const remove = useMutation({ ...removeTechnology(useQueryClient(), profileId), onError })
  if (known.length === 0) return <p className="text-muted">Nenhuma tecnologia informada.</p>
  return (
    <ul aria-label="Tecnologias informadas" className="divide-y divide-line rounded border border-line">
      {known.map((one, at) => {
        const name = names[at] ?? one.technology
        return (
          <li key={one.technology} className="flex items-center justify-between gap-3 px-4 py-2">
            <span className="min-w-0 break-words">
              <span className="font-medium">{name}</span>{' '}
              <span className="text-sm text-muted">{factsOf(one)}</span>
            </span>
            <Button
              variant="ghost"
              size="sm"
              aria-label={`Remover ${name}`}
              disabled={remove.isPending}
              onClick={() => remove.mutate(one.technology)}
            >
              <Trash2 className="size-4" aria-hidden />
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

function factsOf({ level, years, last_used_year }: OwnTechnology): string {
  return [
    level,
    years !== null && (years === 1 ? '1 ano' : `${years} anos`),
    last_used_year !== null && `último uso em ${last_used_year}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

const LEVEL_CHOICES = TECHNOLOGY_LEVELS.map((level) => ({ value: level, label: level }))

/** The number in a field of digits; nothing where it is empty. */
function numberOf(text: string): number | null {
  const digits = text.replace(/\D/g, '')
  return digits === '' ? null : Number.parseInt(digits, 10)
}

function Adding({ profileId, known }: { profileId: string; known: readonly OwnTechnology[] }) {
  const options = useTechnologyOptions()
  const [technology, setTechnology] = useState<string | null>(null)
  const [level, setLevel] = useState<TechnologyLevel>('Intermediário')
  const [years, setYears] = useState('')
  const [lastUsed, setLastUsed] = useState('')
  const onError = useFailure()
  const add = useMutation({ ...addTechnology(useQueryClient(), profileId), onError })
  const free = options.filter(({ value }) => !known.some((one) => one.technology === value))

  function save() {
    if (technology === null) return
    const row = { technology, level, years: numberOf(years), last_used_year: numberOf(lastUsed) }
    add.mutate(row, {
      onSuccess: () => {
        setTechnology(null)
        setYears('')
        setLastUsed('')
      },
    })
  }

  return (
    <div className="grid items-end gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_5rem_6rem_auto]">
      <Field name="nova-tecnologia" label="Tecnologia">
        <Combobox options={free} value={technology} onValueChange={setTechnology} placeholder="Selecione" />
      </Field>
      <Field name="nova-tecnologia-nivel" label="Nível">
        <Select
          options={LEVEL_CHOICES}
          value={level}
          onChange={({ target }) => {
            const chosen = TECHNOLOGY_LEVELS.find((one) => one === target.value)
            if (chosen) setLevel(chosen)
          }}
        />
      </Field>
      <Field name="nova-tecnologia-anos" label="Anos">
        <Input
          inputMode="numeric"
          maxLength={2}
          value={years}
          onChange={({ target }) => setYears(target.value)}
        />
      </Field>
      <Field name="nova-tecnologia-uso" label="Último uso">
        <Input
          inputMode="numeric"
          maxLength={4}
          placeholder="Ano"
          value={lastUsed}
          onChange={({ target }) => setLastUsed(target.value)}
        />
      </Field>
      <Button disabled={technology === null} loading={add.isPending} onClick={save}>
        Adicionar
      </Button>
    </div>
  )
}
