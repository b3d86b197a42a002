import { lazy, Suspense, useState } from 'react'
import { Held, ignore, LONG_NAME, LONG_TEXT, type Specimen } from '@/dev/specimen'
import { AlertDialog } from '@/ui/alert-dialog'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Dialog, DialogActions, DialogClose, DialogContent, DialogTrigger } from '@/ui/dialog'
import { ErrorSummary } from '@/ui/error-summary'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { ReasonDialog, ReasonForm } from '@/ui/reason-dialog'
import { Sheet, SheetClose } from '@/ui/sheet'
import { UnsavedChanges } from '@/ui/unsaved-changes'

// The crop library is heavy; the product also loads it only when a picture is chosen.
const CropDialog = lazy(() => import('@/ui/crop-dialog'))

function FormDialog({ asks, title, description }: { asks: string; title: string; description: string }) {
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button>{asks}</Button>
      </DialogTrigger>
      <DialogContent title={title} description={description}>
        <ErrorSummary errors={{ nome: { message: 'Escreva o nome.' } }} submitCount={0} />
        <Field name="nome" label="Nome" error="Escreva o nome." className="mt-4">
          <Input />
        </Field>
        <DialogActions>
          <DialogClose asChild>
            <Button>Cancelar</Button>
          </DialogClose>
          <Button variant="primary">Salvar</Button>
        </DialogActions>
      </DialogContent>
    </Dialog>
  )
}

function Crop() {
  const [isOpen, setIsOpen] = useState(false)
  const [file] = useState(() => new File([], 'retrato.png', { type: 'image/png' }))
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Enquadrar</Button>
      {isOpen && (
        <Suspense>
          <CropDialog
            file={file}
            title="Foto do perfil"
            size={{ width: 512, height: 512 }}
            onCropped={ignore}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

const formProps = {
  rows: 2,
  maxLength: 500,
  actions: (
    <div>
      <Button type="submit">Registrar</Button>
    </div>
  ),
  onConfirm: () => undefined,
}
const reasonProps = { title: 'Recusar a entrega?', description: LONG_TEXT, maxLength: 500 }

const alertDialog: Specimen = {
  id: 'alert-dialog',
  of: 'ui/alert-dialog',
  states: [
    {
      name: 'que destrói',
      opens: 'Excluir',
      show: (
        <AlertDialog
          trigger={<Button>Excluir</Button>}
          title="Excluir o projeto?"
          description={LONG_TEXT}
          confirmLabel="Excluir projeto"
          destructive
          onConfirm={ignore}
        />
      ),
    },
    {
      name: 'com uma escolha',
      opens: 'Encerrar',
      show: (
        <AlertDialog
          trigger={<Button>Encerrar</Button>}
          title="Encerrar o contrato?"
          description="A outra parte é avisada."
          confirmLabel="Encerrar"
          onConfirm={ignore}
        >
          <Checkbox label="Avisar a equipe" />
        </AlertDialog>
      ),
    },
  ],
}

export const DIALOGS: readonly Specimen[] = [
  alertDialog,
  {
    id: 'dialog',
    of: 'ui/dialog',
    states: [
      {
        name: 'formulário com erro',
        opens: 'Convidar',
        show: <FormDialog asks="Convidar" title="Convidar" description="Quem aceitar entra na equipe." />,
      },
      {
        name: 'texto longo',
        opens: 'Abrir',
        show: <FormDialog asks="Abrir" title={LONG_NAME} description={LONG_TEXT} />,
      },
    ],
  },
  {
    id: 'reason-dialog',
    of: 'ui/reason-dialog',
    states: [
      {
        name: 'padrão',
        opens: 'Recusar entrega',
        show: (
          <ReasonDialog
            {...reasonProps}
            trigger={<Button>Recusar entrega</Button>}
            confirmLabel="Recusar"
            destructive
            loading={false}
            onConfirm={() => Promise.resolve()}
          />
        ),
      },
    ],
  },
  {
    id: 'reason-form',
    of: 'ui/reason-dialog',
    states: [
      { name: 'padrão', show: <ReasonForm {...formProps} hint="Os dois lados leem." /> },
      {
        name: 'motivos prontos, opcional',
        show: (
          <ReasonForm
            {...formProps}
            name="reason-ready"
            isOptional
            ready={['Prazo acima do esperado', 'Fora do escopo']}
          />
        ),
      },
      {
        name: 'recusado',
        show: <ReasonForm {...formProps} name="reason-refused" refusal="A divergência já foi tratada." />,
      },
    ],
  },
  {
    id: 'crop-dialog',
    of: 'ui/crop-dialog',
    states: [{ name: 'arquivo ilegível', opens: 'Enquadrar', show: <Crop /> }],
  },
  {
    id: 'sheet',
    of: 'ui/sheet',
    states: [
      {
        name: 'padrão',
        opens: 'Abrir folha',
        show: (
          <Sheet
            title="Filtros"
            trigger={<Button>Abrir folha</Button>}
            footer={
              <SheetClose asChild>
                <Button variant="primary">Ver 34 projetos</Button>
              </SheetClose>
            }
          >
            {LONG_TEXT}
          </Sheet>
        ),
      },
    ],
  },
  {
    id: 'unsaved-changes',
    of: 'ui/unsaved-changes',
    states: [
      {
        name: 'pergunta ao sair',
        show: (
          <Held first={false}>
            {(isDirty, onChange) => (
              <>
                <Checkbox
                  label="Há algo por salvar"
                  checked={isDirty}
                  onCheckedChange={(now) => onChange(now === true)}
                />
                <UnsavedChanges isDirty={() => isDirty} />
              </>
            )}
          </Held>
        ),
      },
    ],
  },
]
