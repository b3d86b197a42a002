import { Megaphone, MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { contactOf, paths } from '@/lib/paths'
import { AlertDialog } from '@/ui/alert-dialog'
import { Button } from '@/ui/button'

type MessageActionProps = {
  professional: { id: string; contact_id: string | null }
  /** Whether writing would tell the name of a company that keeps it back. */
  tellsName: boolean
}

/** The button that writes to the professional; for a confidential project it first warns that the company's name is revealed. */
export function MessageAction({ professional, tellsName }: MessageActionProps) {
  const address = paths.conversation(contactOf(professional))
  if (tellsName) return <Doubted address={address} />
  return (
    <Button asChild variant="ghost">
      <Link to={address}>
        <MessageSquare className="size-4" aria-hidden />
        Enviar mensagem
      </Link>
    </Button>
  )
}

function Doubted({ address }: { address: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const navigate = useNavigate()
  return (
    <AlertDialog
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button variant="ghost">
          <MessageSquare className="size-4" aria-hidden />
          Enviar mensagem
        </Button>
      }
      title="Escrever mostra o nome da empresa"
      description="O projeto é confidencial, e quem recebe uma mensagem vê quem escreve. Para explicar algo sem se identificar, publique um esclarecimento: todos que enviaram proposta leem."
      confirmLabel="Escrever mesmo assim"
      onConfirm={() => void navigate(address)}
    >
      <Button asChild>
        <Link to={{ hash: 'perguntas' }} onClick={() => setIsOpen(false)}>
          <Megaphone className="size-4" aria-hidden />
          Publicar esclarecimento
        </Link>
      </Button>
    </AlertDialog>
  )
}
