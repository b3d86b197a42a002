import { useMutation } from '@tanstack/react-query'
import { Paperclip } from 'lucide-react'
import { errorSentence } from '@/api/errors'
import { paperAddress } from '@/features/contract/files-query'
import { plainFileName } from '@/lib/file-name'
import { Button } from '@/ui/button'
import { toast } from '@/lib/toast'

/** A paper of a contract, fetched when it is asked for: its address is good for a minute. */
export function PaperLink({ name, label }: { name: string; label: string }) {
  const open = useMutation({
    mutationFn: () => paperAddress(name),
    onSuccess: (address) => window.location.assign(address),
    onError: (error) =>
      toast({ variant: 'destructive', title: 'Arquivo não aberto', description: errorSentence(error) }),
  })
  return (
    <Button size="sm" className="max-w-full" loading={open.isPending} onClick={() => open.mutate()}>
      <Paperclip className="size-4 shrink-0" aria-hidden />
      <span className="truncate">{plainFileName(label)}</span>
    </Button>
  )
}
