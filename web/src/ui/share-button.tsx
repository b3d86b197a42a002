import { Share2 } from 'lucide-react'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'

/** Hands the address of a public page on: by what the device shares with, or else copied. */
export function ShareButton({ title, path }: { title: string; path: string }) {
  return (
    <Button
      variant="ghost"
      size="sm"
      className="text-muted"
      onClick={() => void share({ title, url: new URL(path, window.location.origin).href })}
    >
      <Share2 className="size-4" aria-hidden />
      Compartilhar
    </Button>
  )
}

async function share(page: { title: string; url: string }): Promise<void> {
  try {
    // Typed as always there, but many desktop browsers have none.
    if ('share' in navigator) await navigator.share(page)
    else await copy(page.url)
  } catch (error) {
    // Who closes the sheet has changed his mind.
    if (error instanceof DOMException && error.name === 'AbortError') return
    await copy(page.url)
  }
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    toast({ title: 'Endereço copiado', description: url })
  } catch {
    toast({ title: 'Copie o endereço', description: url })
  }
}
