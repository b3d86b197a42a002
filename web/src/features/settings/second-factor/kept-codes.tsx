import { Button } from '@/ui/button'
import { DialogActions, DialogContent } from '@/ui/dialog'
import { Copy, Download } from 'lucide-react'
import { saveText } from '@/lib/device/save-blob'
import { toast } from '@/lib/toast'

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

/** The codes as they are kept: to copy, or as a file. */
function CodeList({ codes }: { codes: readonly string[] }) {
  const text = codes.join('\n')
  const kept = `Automação - Indústria: códigos de recuperação\n\n${text}\n`

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: 'Códigos copiados' })
    } catch {
      toast({
        variant: 'destructive',
        title: 'Não foi possível copiar',
        description: 'Selecione os códigos e copie.',
      })
    }
  }

  return (
    <div className="flex flex-col gap-4">
      <ol
        aria-label="Códigos de recuperação"
        className="figures grid grid-cols-1 gap-x-6 gap-y-2 rounded border border-line bg-sunken p-4 text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => void copy()}>
          <Copy className="size-4" aria-hidden />
          Copiar todos
        </Button>
        <Button
          size="sm"
          onClick={() => saveText('automacao-codigos-de-recuperacao.txt', kept, 'text/plain')}
        >
          <Download className="size-4" aria-hidden />
          Baixar
        </Button>
      </div>
    </div>
  )
}
