import { lazy, Suspense } from 'react'
import { Button } from '@/ui/button'
import { Dialog, DialogContent, DialogTrigger } from '@/ui/dialog'
import { Loading, Skeleton } from '@/ui/skeleton'

const DeleteForm = lazy(async () => ({
  default: (await import('@/features/settings/account/delete-form')).DeleteForm,
}))

/** Says what goes and what stays before it asks. */
export function DeleteAccount() {
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button variant="ghost" className="text-danger">
          Excluir minha conta
        </Button>
      </DialogTrigger>
      <DialogContent title="Excluir minha conta" description="Isto não pode ser desfeito.">
        <Suspense fallback={<Waiting />}>
          <DeleteForm />
        </Suspense>
      </DialogContent>
    </Dialog>
  )
}

function Waiting() {
  return (
    <Loading label="Carregando…">
      <Skeleton className="h-96" />
    </Loading>
  )
}
