import { Paperclip } from 'lucide-react'
import { useOpenPaper } from '@/api/request/save-file'
import { labelOf } from '@/features/contract/documents/files-query'
import { plainFileName } from '@/lib/text/human-text'
import { Button } from '@/ui/button'

/** A file of a contract, downloaded on request. */
export function PaperLink({ name, label }: { name: string; label: string }) {
  const open = useOpenPaper(name, labelOf(name))
  return (
    <Button size="sm" className="max-w-full" loading={open.isPending} onClick={() => open.mutate()}>
      <Paperclip className="size-4 shrink-0" aria-hidden />
      <span className="truncate">{plainFileName(label)}</span>
    </Button>
  )
}
