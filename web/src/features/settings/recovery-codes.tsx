import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { errorSentence } from '@/api/errors'
import { makeRecoveryCodes } from '@/features/settings/second-factor-queries'
import { toast } from '@/lib/toast'
import { AlertDialog } from '@/ui/alert-dialog'
import { Button } from '@/ui/button'
import { Card, CardBody } from '@/ui/card'
import { Dialog, DialogActions, DialogContent } from '@/ui/dialog'

const FEW = 3

/** How many codes are left, and the way to new ones. */
export function RecoveryCodes({ left }: { left: number }) {
  const [codes, setCodes] = useState<readonly string[]>()
  const make = useMutation(makeRecoveryCodes(useQueryClient()))
  return (
    <Card>
      <CardBody className="flex flex-wrap items-center justify-between gap-4">
        <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1">
          <p className="text-sm font-medium">Códigos de recuperação</p>
          <p className={left <= FEW ? 'text-sm text-warning' : 'text-sm text-muted'}>{sentence(left)}</p>
        </div>
        <AlertDialog
          trigger={<Button loading={make.isPending}>Gerar novos códigos</Button>}
          title="Gerar novos códigos?"
          description="Os códigos que você guardou antes deixam de valer agora."
          confirmLabel="Gerar códigos"
          onConfirm={() =>
            make.mutate(undefined, {
              onSuccess: setCodes,
              onError: (error) =>
                toast({
                  variant: 'destructive',
                  title: 'Códigos não gerados',
                  description: errorSentence(error),
                }),
            })
          }
        />
        {codes && (
          <Dialog open onOpenChange={() => setCodes(undefined)}>
            <DialogContent
              title="Guarde seus códigos de recuperação"
              description="Cada um vale uma vez, e eles não serão mostrados de novo."
              onInteractOutside={(event) => event.preventDefault()}
            >
              <CodeList codes={codes} />
              <DialogActions>
                <Button variant="primary" onClick={() => setCodes(undefined)}>
                  Já guardei os códigos
                </Button>
              </DialogActions>
            </DialogContent>
          </Dialog>
        )}
      </CardBody>
    </Card>
  )
}

function sentence(left: number): string {
  if (left === 0) return 'Nenhum código guardado: se perder o celular, você fica sem acesso.'
  if (left === 1) return 'Resta 1 código. Gere novos antes que acabem.'
  return left <= FEW
    ? `Restam ${left} códigos. Gere novos antes que acabem.`
    : `Restam ${left} de 10 códigos.`
}

/** The codes as they are kept: to copy, or as a file. */
export function CodeList({ codes }: { codes: readonly string[] }) {
  const text = codes.join('\n')
  const kept = `Automação - Indústria: códigos de recuperação\n\n${text}\n`

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: 'Códigos copiados' })
    } catch {
      toast({
        variant: 'destructive',
        title: 'Não foi possível copiar',
        description: 'Selecione os códigos e copie.',
      })
    }
  }

  return (
    <div className="flex flex-col gap-4">
      <ol
        aria-label="Códigos de recuperação"
        className="figures grid grid-cols-1 gap-x-6 gap-y-2 rounded border border-line bg-sunken p-4 text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => void copy()}>
          <Copy className="size-4" aria-hidden />
          Copiar todos
        </Button>
        <Button asChild size="sm">
          <a
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(kept)}`}
            download="automacao-codigos-de-recuperacao.txt"
          >
            <Download className="size-4" aria-hidden />
            Baixar
          </a>
        </Button>
      </div>
    </div>
  )
}
