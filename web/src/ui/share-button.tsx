import { Share2 } from 'lucide-react'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'

/** Shares the address of a public page by the device's share sheet; without one, it copies the address. */
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
    // The types say that it always exists, but many desktop browsers lack it.
    if ('share' in navigator) await navigator.share(page)
    else await copy(page.url)
  } catch (error) {
    // Closing the share sheet is not an error.
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
