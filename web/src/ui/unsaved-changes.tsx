import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { AlertDialog } from '@/ui/alert-dialog'

/** Asks for confirmation before the user leaves a form with unsaved changes; `isDirty` is read at that moment. */
export function UnsavedChanges({ isDirty }: { isDirty: () => boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isDirty(),
  )
  // The dialog also closes when the user leaves, and going back takes a moment: the blocker must not stop them again.
  const isLeaving = useRef(false)
  useEffect(() => {
    if (blocker.state === 'blocked') isLeaving.current = false
  }, [blocker.state])
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
      onOpenChange={(open) => !open && !isLeaving.current && blocker.reset?.()}
      title="Sair sem salvar?"
      description="As alterações que você fez nesta página serão perdidas."
      confirmLabel="Sair sem salvar"
      destructive
      onConfirm={() => {
        isLeaving.current = true
        blocker.proceed?.()
      }}
    />
  )
}
