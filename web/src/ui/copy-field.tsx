import { Check, Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '@/ui/button'
import { Input } from '@/ui/input'

/** A text with a copy button. Without access to the clipboard, it selects the text for copying by hand. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const input = useRef<HTMLInputElement>(null)
  const [outcome, setOutcome] = useState<'copied' | 'selected'>()

  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      setOutcome('copied')
    } catch {
      input.current?.select()
      setOutcome('selected')
    }
  }

  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex gap-2">
        <Input ref={input} readOnly aria-label={label} value={value} className="figures min-w-0 flex-1" />
        <Button aria-label={`Copiar ${label.toLowerCase()}`} onClick={() => void copy()}>
          {outcome === 'copied' ? (
            <Check className="size-4 text-success" aria-hidden />
          ) : (
            <Copy className="size-4" aria-hidden />
          )}
          {outcome === 'copied' ? 'Copiado' : 'Copiar'}
        </Button>
      </div>
      <p role="status" className="text-sm text-muted empty:hidden">
        {outcome === 'selected' && 'Selecionado: copie com Ctrl+C.'}
      </p>
    </div>
  )
}
