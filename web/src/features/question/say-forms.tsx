import { Megaphone } from 'lucide-react'
import { useState } from 'react'
import { SAYINGS } from '@/features/question/queries'
import { TextForm } from '@/features/question/text-form'
import { Button } from '@/ui/button'

/** A professional asks before he proposes; the company is not told who. */
export function AskForm({ projectId }: { projectId: string }) {
  return (
    <TextForm
      name="question"
      draft={`pergunta-${projectId}`}
      label="Pergunte antes de propor"
      hint="A empresa não vê quem perguntou. Não escreva seu nome nem seu contato."
      submitLabel="Enviar pergunta"
      missing="Escreva a pergunta."
      done={{ title: 'Pergunta enviada', description: 'Avisamos você quando a empresa responder.' }}
      refused="Pergunta não enviada"
      say={(content) => SAYINGS.ask({ project_id: projectId, content })}
    />
  )
}

/** The company makes something clear to everybody at once, unasked. */
export function ClarifyForm({ projectId }: { projectId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!isOpen) {
    return (
      <div>
        <Button size="sm" onClick={() => setIsOpen(true)}>
          <Megaphone className="size-4" aria-hidden />
          Publicar esclarecimento
        </Button>
      </div>
    )
  }
  return (
    <TextForm
      name="clarification"
      draft={`esclarecimento-${projectId}`}
      label="Esclarecimento"
      hint="Todos que enviaram proposta leem e são avisados, sem saber quem são os outros."
      submitLabel="Publicar esclarecimento"
      missing="Escreva o esclarecimento."
      done={{ title: 'Esclarecimento publicado', description: 'Quem enviou proposta foi avisado.' }}
      refused="Esclarecimento não publicado"
      say={(content) => SAYINGS.clarify({ project_id: projectId, content })}
      onClose={() => setIsOpen(false)}
    />
  )
}
