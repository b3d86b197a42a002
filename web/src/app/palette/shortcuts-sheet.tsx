import { GO_TO } from '@/app/palette/shortcut-keys'
import { Dialog, DialogContent } from '@/ui/dialog'
import { Switch } from '@/ui/switch'

const OTHERS = [
  { keys: ['Ctrl', 'K'], label: 'Abrir a paleta de comandos' },
  { keys: ['/'], label: 'Ir para a busca da página' },
  { keys: ['?'], label: 'Mostrar estes atalhos' },
  { keys: ['F8'], label: 'Ir para a notificação' },
]

type ShortcutsSheetProps = {
  onOpenChange: (open: boolean) => void
  hasSingleKeys: boolean
  onSingleKeysChange: (wanted: boolean) => void
}

export default function ShortcutsSheet({
  onOpenChange,
  hasSingleKeys,
  onSingleKeysChange,
}: ShortcutsSheetProps) {
  const shortcuts = [...OTHERS, ...GO_TO.map(({ key, label }) => ({ keys: ['g', key], label }))]
  return (
    <Dialog open onOpenChange={onOpenChange}>
      <DialogContent title="Atalhos de teclado">
        <dl className="divide-y divide-line">
          {shortcuts.map(({ keys, label }) => (
            <div key={label} className="flex items-center justify-between gap-4 py-2 text-sm">
              <dt>{label}</dt>
              <dd className="flex gap-1">
                {keys.map((key) => (
                  <kbd
                    key={key}
                    className="figures rounded-sm border border-control bg-surface px-1.5 py-px text-xs"
                  >
                    {key}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <div className="mt-2 border-t border-line pt-2">
          <Switch
            label="Atalhos de uma tecla"
            hint="Desligue se usa comandos de voz."
            checked={hasSingleKeys}
            onCheckedChange={onSingleKeysChange}
          />
        </div>
      </DialogContent>
    </Dialog>
  )
}
