import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { ignore, LONG_NAME, LONG_TEXT, type Specimen } from '@/dev/specimen'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/ui/dropdown-menu'
import OptionPopover from '@/ui/option-popover'
import Toaster from '@/ui/toaster'

function Menu() {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button>Ações</Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        <DropdownMenuLabel>Projeto</DropdownMenuLabel>
        <DropdownMenuItem>Editar</DropdownMenuItem>
        <DropdownMenuItem disabled>Publicar</DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuRadioGroup value="serra">
          <DropdownMenuRadioItem value="serra">Serra Azul</DropdownMenuRadioItem>
          <DropdownMenuRadioItem value="longa">{LONG_NAME}</DropdownMenuRadioItem>
        </DropdownMenuRadioGroup>
        <DropdownMenuSeparator />
        <DropdownMenuItem destructive>
          <Trash2 className="size-4" aria-hidden />
          Excluir
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

function Options() {
  const [isOpen, setIsOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button ref={anchor} onClick={() => setIsOpen(!isOpen)}>
        Opções
      </Button>
      <OptionPopover
        anchor={anchor}
        open={isOpen}
        onOpenChange={setIsOpen}
        options={[
          { value: 'clp', label: 'CLP', count: 34 },
          { value: 'longa', label: LONG_NAME },
        ]}
        isChosen={(option) => option === 'clp'}
        onChoose={ignore}
      />
    </>
  )
}

export const MENUS: readonly Specimen[] = [
  {
    id: 'dropdown-menu',
    of: 'ui/dropdown-menu',
    states: [{ name: 'padrão', opens: 'Ações', show: <Menu /> }],
  },
  {
    id: 'option-popover',
    of: 'ui/option-popover',
    states: [{ name: 'padrão', opens: 'Opções', show: <Options /> }],
  },
  {
    id: 'toaster',
    of: 'ui/toaster',
    states: [
      {
        name: 'aviso',
        opens: 'Avisar',
        show: (
          <>
            <Button
              onClick={() =>
                toast({
                  title: 'Proposta enviada',
                  description: 'A empresa foi avisada.',
                  action: { label: 'Desfazer', onClick: ignore },
                })
              }
            >
              Avisar
            </Button>
            <Toaster />
          </>
        ),
      },
      {
        name: 'falha, texto longo',
        opens: 'Falhar',
        show: (
          <Button onClick={() => toast({ variant: 'destructive', title: LONG_NAME, description: LONG_TEXT })}>
            Falhar
          </Button>
        ),
      },
    ],
  },
]
