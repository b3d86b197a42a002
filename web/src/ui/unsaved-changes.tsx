import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { AlertDialog } from '@/ui/alert-dialog'

/** Asks before leaving a form whose changes would be lost; `isDirty` is read when leaving. */
export function UnsavedChanges({ isDirty }: { isDirty: () => boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isDirty(),
  )
  // The dialog closes on leaving too, and back takes a while: that must not hold him again.
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
