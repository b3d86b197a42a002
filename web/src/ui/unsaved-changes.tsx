import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { AlertDialog } from '@/ui/alert-dialog'

/** Asks before leaving a form whose changes would be lost; `isDirty` is read when leaving. */
export function UnsavedChanges({ isDirty }: { isDirty: () => boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isDirty(),
  )
  useEffect(() => {
    function warn(event: BeforeUnloadEvent) {
      if (isDirty()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])
  return (
    <AlertDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title="Sair sem salvar?"
      description="As alterações que você fez nesta página serão perdidas."
      confirmLabel="Sair sem salvar"
      destructive
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
