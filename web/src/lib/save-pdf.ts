import { saveBlob } from '@/lib/save-blob'

/** Has the browser save a document that the server printed; `content` is base64. */
export function savePdf({ name, content }: { name: string; content: string }): void {
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
  saveBlob(name, new Blob([bytes], { type: 'application/pdf' }))
}
