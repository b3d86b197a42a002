import { lazy, Suspense, useState } from 'react'
import { Controller } from 'react-hook-form'
import type { ProjectForm } from '@/features/project/form/schema'
import { Button } from '@/ui/button'
import { Loading, Skeleton } from '@/ui/skeleton'

const ScopeBuilder = lazy(async () => ({
  default: (await import('@/features/project/scope/scope-builder')).ScopeBuilder,
}))

/** The scope by a model, which unfolds for those who want it. */
export function ScopeStep({ form: { control, getValues, watch } }: { form: ProjectForm }) {
  const [isOpen, setIsOpen] = useState(() => getValues('scope') !== null)
  if (!isOpen) return <ScopeOffer onStart={() => setIsOpen(true)} />
  return (
    <section aria-label="Montador de escopo" className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold">Montador de escopo</h2>
      <Suspense
        fallback={
          <Loading label="Carregando o montador…">
            <Skeleton className="h-40" />
          </Loading>
        }
      >
        <Controller
          control={control}
          name="scope"
          render={({ field }) => (
            <ScopeBuilder value={field.value} state={watch('state')} onChange={field.onChange} />
          )}
        />
      </Suspense>
    </section>
  )
}

/** The way to a scope: nothing stands in the way of a simple project. */
function ScopeOffer({ onStart }: { onStart: () => void }) {
  return (
    <div className="flex flex-col items-start gap-2 rounded border border-dashed border-line p-4">
      <p className="font-medium">
        Montador de escopo <span className="font-normal text-muted">(opcional)</span>
      </p>
      <p className="text-sm text-muted">
        Responda ao que um integrador perguntaria: pontos de I/O, plataforma, fornecimento e testes. O texto
        sai pronto, e as propostas ficam comparáveis.
      </p>
      <Button onClick={onStart}>Montar o escopo</Button>
    </div>
  )
}
