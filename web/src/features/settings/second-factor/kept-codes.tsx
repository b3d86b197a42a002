import { CodeList } from '@/features/settings/second-factor/code-list'
import { Button } from '@/ui/button'
import { DialogActions, DialogContent } from '@/ui/dialog'

/** Recovery codes as they are shown, once, at the end of what protected the account first. */
export function KeptCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <DialogContent
      title="Guarde seus códigos de recuperação"
      description="São a sua entrada se perder o celular ou o aparelho da chave. Cada um vale uma vez, e eles não serão mostrados de novo."
      onInteractOutside={(event) => event.preventDefault()}
    >
      <CodeList codes={codes} />
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Já guardei os códigos
        </Button>
      </DialogActions>
    </DialogContent>
  )
}
