import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { errorSentence } from '@/api/errors'
import { BOUNDS } from '@/api/limits'
import { Corrections } from '@/features/admin/personal-data/corrections'
import { DocumentConflicts } from '@/features/admin/personal-data/document-conflicts'
import { OwnerRemovals } from '@/features/admin/personal-data/owner-removals'
import { liftBar } from '@/features/admin/personal-data/personal-data-queries'
import { SealedParties } from '@/features/admin/personal-data/sealed-parties'
import { isCnpj, isCpf } from '@/lib/text/documents'
import { reportOutcome } from '@/lib/timing'
import { toast } from '@/lib/toast'
import { AlertDialog } from '@/ui/alert-dialog'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'

/** The legal duties of administrators: corrections, objections of owners, sealed data, bars and document conflicts. */
export function PersonalData() {
  return (
    <div className="flex flex-col gap-10">
      <Corrections />
      <OwnerRemovals />
      <SealedParties />
      <LiftBar />
      <DocumentConflicts />
    </div>
  )
}

/** Allows a document or address of a blocked and erased user to sign up again. */
function LiftBar() {
  const [value, setValue] = useState('')
  const [wasRefused, setWasRefused] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const lift = useMutation(liftBar(useQueryClient()))

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setWasRefused(!identifies(value))
    setIsAsking(identifies(value))
  }

  function confirm() {
    reportOutcome(lift.mutateAsync(value.trim()), {
      onSuccess: ({ lifted }) => {
        toast(lifted ? LIFTED : NOTHING_BARRED)
        if (lifted) setValue('')
      },
      onError: (error) =>
        toast({ variant: 'destructive', title: 'Nada mudou', description: errorSentence(error) }),
    })
  }

  return (
    <section aria-labelledby="barrados" className="flex flex-col gap-4">
      <Explanation />
      <form noValidate className="flex max-w-md flex-col gap-3 sm:flex-row sm:items-end" onSubmit={submit}>
        <Field
          name="barrado"
          label="CPF, CNPJ ou e-mail"
          className="flex-1"
          error={wasRefused ? 'Escreva um CPF, um CNPJ ou um e-mail.' : undefined}
        >
          <Input
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={BOUNDS.accounts.email}
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
        </Field>
        <Button type="submit" loading={lift.isPending}>
          Liberar cadastro
        </Button>
      </form>
      <AlertDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Liberar este cadastro?"
        description="Quem foi bloqueado com este documento ou e-mail volta a poder se cadastrar. A liberação fica registrada na auditoria, com o seu nome e a data, sem o documento."
        confirmLabel="Liberar cadastro"
        onConfirm={confirm}
      />
    </section>
  )
}

function Explanation() {
  return (
    <div>
      <h2 id="barrados" className="text-lg font-semibold">
        Cadastro barrado
      </h2>
      <p className="max-w-measure text-sm text-muted">
        Quem foi bloqueado e depois excluído não se cadastra de novo com o mesmo documento ou e-mail. A
        plataforma guarda apenas um código deles: não há lista a consultar.
      </p>
    </div>
  )
}

const LIFTED = { title: 'Cadastro liberado', description: 'O documento ou e-mail pode ser usado de novo.' }
const NOTHING_BARRED = {
  title: 'Nada estava barrado',
  description: 'Este documento ou e-mail não tem bloqueio.',
}

function identifies(text: string): boolean {
  const value = text.trim()
  return /^\S+@\S+$/.test(value) || isCpf(value) || isCnpj(value)
}
