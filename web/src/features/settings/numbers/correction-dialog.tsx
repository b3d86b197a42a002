import { lazy, Suspense, useState } from 'react'
import { NUMBER_NAMES, type RegisteredNumber } from '@/features/settings/numbers/numbers'
import { Button } from '@/ui/button'
import { Dialog, DialogContent, DialogTrigger } from '@/ui/dialog'
import { Loading, Skeleton } from '@/ui/skeleton'

const CorrectionForm = lazy(async () => ({
  default: (await import('@/features/settings/numbers/correction-form')).CorrectionForm,
}))

/** The way to have a number corrected. */
export function CorrectionDialog({ number }: { number: RegisteredNumber }) {
  const [isOpen, setIsOpen] = useState(false)
  const name = NUMBER_NAMES[number.kind]
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>
        <Button>Corrigir {name}</Button>
      </DialogTrigger>
      <DialogContent
        title={`Corrigir ${name}`}
        description={`A administração confere o pedido. Até lá vale o ${name} atual.`}
      >
        <Suspense fallback={<Waiting />}>
          <CorrectionForm number={number} onSent={() => setIsOpen(false)} />
        </Suspense>
      </DialogContent>
    </Dialog>
  )
}

function Waiting() {
  return (
    <Loading label="Carregando…">
      <Skeleton className="h-80" />
    </Loading>
  )
}
