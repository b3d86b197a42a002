import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { useNavigate } from 'react-router'
import { errorSentence, toApiError } from '@/api/errors'
import { useSignOut } from '@/api/session'
import { deleteAccount } from '@/features/settings/queries'
import { paths } from '@/lib/paths'
import { settle } from '@/lib/settle'
import { Button } from '@/ui/button'
import { Dialog, DialogActions, DialogClose, DialogContent, DialogTrigger } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { PasswordInput } from '@/ui/password-input'
import { toast } from '@/ui/toast'

const WORD = 'EXCLUIR'

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
            imagens, notificações e sessões. Propostas pendentes são retiradas e projetos abertos, encerrados;
            os que estão em andamento precisam ser concluídos antes.
          </p>
          <p>
            <span className="font-medium">Fica sob “Usuário removido”: </span>mensagens, contratos e
            avaliações, porque a outra parte precisa deles (LGPD, art. 16).
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
  const signOut = useSignOut()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: (confirmed: string) =>
      signOut(async () => {
        await deleteAccount(confirmed)
        await navigate(paths.home())
      }),
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const found = {
      ...(word.trim() === WORD ? {} : { word: `Digite ${WORD} para confirmar.` }),
      ...(password === '' ? { password: 'Informe sua senha atual.' } : {}),
    }
    setErrors(found)
    if (Object.keys(found).length > 0) return
    settle(remove.mutateAsync(password), {
      onSuccess: () => toast({ title: 'Conta excluída', description: 'Seus dados foram apagados.' }),
      onError: (error) => {
        if (toApiError(error).code === 'wrong_password') setErrors({ password: errorSentence(error) })
        else toast({ variant: 'destructive', title: 'Conta não excluída', description: errorSentence(error) })
      },
    })
  }

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <Field name="word" label={`Digite ${WORD}`} error={errors.word}>
        <Input autoComplete="off" value={word} onChange={(event) => setWord(event.target.value)} />
      </Field>
      <Field name="password" label="Senha Atual" error={errors.password}>
        <PasswordInput
          autoComplete="current-password"
          maxLength={128}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
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
