import { useMutation } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { useNavigate } from 'react-router'
import { errorSentence, toApiError } from '@/api/errors'
import { useProof } from '@/api/session/proof'
import { useSignOut } from '@/api/session/session'
import { deleteAccount, type Farewell } from '@/features/settings/queries'
import { paths } from '@/lib/paths'
import { missingProof } from '@/lib/person/proof'
import { reportOutcome } from '@/lib/timing'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { DialogActions, DialogClose } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { ProofField } from '@/ui/proof-field'
import { toast } from '@/lib/toast'

const WORD = 'EXCLUIR'
const END_CONTRACTS =
  'Encerrar meus contratos em andamento. A outra parte é avisada; o que já foi entregue a mim conta como aceito.'

/** What goes and what stays, and the question; read when somebody is about to leave. */
export function DeleteForm() {
  return (
    <>
      <div className="mb-5 flex flex-col gap-3 text-sm">
        <p>
          <span className="font-medium">Apagamos agora: </span>nome, e-mail, documento, perfil, portfólio,
          imagens, notificações e sessões. Propostas pendentes são retiradas e projetos abertos, encerrados.
        </p>
        <p>
          <span className="font-medium">Fica sob “Usuário removido”: </span>mensagens, contratos e avaliações,
          porque a outra parte precisa deles (LGPD, art. 16).
        </p>
        <p>
          <span className="font-medium">Fica sob sigilo: </span>seu nome, documento e e-mail em cada contrato,
          por cinco anos depois do fim dele, para a outra parte e para a Justiça (Código Civil, art. 206).
        </p>
      </div>
      <Confirmation />
    </>
  )
}

function Confirmation() {
  const [word, setWord] = useState('')
  const { proof, field, refusalOf } = useProof()
  const [errors, setErrors] = useState<{ word?: string; proof?: string }>({})
  const [isBound, setIsBound] = useState(false)
  const [endContracts, setEndContracts] = useState(false)
  const remove = useRemoval()

  function refused(error: unknown) {
    const unproved = refusalOf(error)
    if (toApiError(error).code === 'has_active_contracts') setIsBound(true)
    if (unproved !== undefined) setErrors({ proof: unproved })
    else toast({ variant: 'destructive', title: 'Conta não excluída', description: errorSentence(error) })
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const unproved = missingProof(proof)
    const found = {
      ...(word.trim() === WORD ? {} : { word: `Digite ${WORD} para confirmar.` }),
      ...(unproved === undefined ? {} : { proof: unproved }),
    }
    setErrors(found)
    if (Object.keys(found).length > 0) return
    reportOutcome(remove.mutateAsync({ proof, endContracts }), {
      onSuccess: () => toast({ title: 'Conta excluída', description: 'Seus dados foram apagados.' }),
      onError: refused,
    })
  }

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <Field name="word" label={`Digite ${WORD}`} error={errors.word}>
        <Input
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={word}
          onChange={(event) => setWord(event.target.value)}
        />
      </Field>
      <ProofField {...field} name="password" label="Senha Atual" error={errors.proof} />
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

/** Deletes the account, and ends the session after the next page has loaded. */
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
