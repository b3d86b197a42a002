import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { useNavigate } from 'react-router'
import { errorSentence, toApiError } from '@/api/errors'
import { PASSWORD_CHARACTERS_MAX } from '@/api/limits'
import { useSignOut } from '@/api/session'
import { deleteAccount, type Farewell } from '@/features/settings/queries'
import { paths } from '@/lib/paths'
import { settle } from '@/lib/settle'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Dialog, DialogActions, DialogClose, DialogContent, DialogTrigger } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { PasswordInput } from '@/ui/password-input'
import { toast } from '@/lib/toast'

const WORD = 'EXCLUIR'
const END_CONTRACTS =
  'Encerrar meus contratos em andamento. A outra parte é avisada; o que já foi entregue a mim conta como aceito.'

/** Says what goes and what stays before it asks. */
export function DeleteAccount() {
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button variant="ghost" className="text-danger">
          Excluir minha conta
        </Button>
      </DialogTrigger>
      <DialogContent title="Excluir minha conta" description="Isto não pode ser desfeito.">
        <div className="mb-5 flex flex-col gap-3 text-sm">
          <p>
            <span className="font-medium">Apagamos agora: </span>nome, e-mail, documento, perfil, portfólio,
            imagens, notificações e sessões. Propostas pendentes são retiradas e projetos abertos, encerrados.
          </p>
          <p>
            <span className="font-medium">Fica sob “Usuário removido”: </span>mensagens, contratos e
            avaliações, porque a outra parte precisa deles (LGPD, art. 16).
          </p>
          <p>
            <span className="font-medium">Fica sob sigilo: </span>seu nome, documento e e-mail em cada
            contrato, por cinco anos depois do fim dele, para a outra parte e para a Justiça (Código Civil,
            art. 206).
          </p>
        </div>
        <DeleteForm />
      </DialogContent>
    </Dialog>
  )
}

function DeleteForm() {
  const [word, setWord] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<{ word?: string; password?: string }>({})
  const [isBound, setIsBound] = useState(false)
  const [endContracts, setEndContracts] = useState(false)
  const remove = useRemoval()

  function refused(error: unknown) {
    const { code } = toApiError(error)
    if (code === 'has_active_contracts') setIsBound(true)
    if (code === 'wrong_password') setErrors({ password: errorSentence(error) })
    else toast({ variant: 'destructive', title: 'Conta não excluída', description: errorSentence(error) })
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const found = {
      ...(word.trim() === WORD ? {} : { word: `Digite ${WORD} para confirmar.` }),
      ...(password === '' ? { password: 'Informe sua senha atual.' } : {}),
    }
    setErrors(found)
    if (Object.keys(found).length > 0) return
    settle(remove.mutateAsync({ password, end_contracts: endContracts }), {
      onSuccess: () => toast({ title: 'Conta excluída', description: 'Seus dados foram apagados.' }),
      onError: refused,
    })
  }

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <ConfirmFields
        word={word}
        onWord={setWord}
        password={password}
        onPassword={setPassword}
        errors={errors}
      />
      {isBound && (
        <Checkbox
          name="end-contracts"
          label={END_CONTRACTS}
          checked={endContracts}
          onCheckedChange={(checked) => setEndContracts(checked === true)}
        />
      )}
      <DialogActions>
        <DialogClose asChild>
          <Button>Cancelar</Button>
        </DialogClose>
        <Button type="submit" variant="danger" loading={remove.isPending}>
          Excluir conta
        </Button>
      </DialogActions>
    </form>
  )
}

/** Deletes the account, and ends the session once the page one leaves for is there. */
function useRemoval() {
  const signOut = useSignOut()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (farewell: Farewell) =>
      signOut(async () => {
        await deleteAccount(farewell)
        await navigate(paths.home())
      }),
  })
}

type ConfirmFieldsProps = {
  word: string
  onWord: (word: string) => void
  password: string
  onPassword: (password: string) => void
  errors: { word?: string; password?: string }
}

function ConfirmFields({ word, onWord, password, onPassword, errors }: ConfirmFieldsProps) {
  return (
    <>
      <Field name="word" label={`Digite ${WORD}`} error={errors.word}>
        <Input autoComplete="off" value={word} onChange={(event) => onWord(event.target.value)} />
      </Field>
      <Field name="password" label="Senha Atual" error={errors.password}>
        <PasswordInput
          autoComplete="current-password"
          maxLength={PASSWORD_CHARACTERS_MAX}
          value={password}
          onChange={(event) => onPassword(event.target.value)}
        />
      </Field>
    </>
  )
}
