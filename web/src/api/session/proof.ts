import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { requestClient } from '@/api/request/request'
import { configQuery } from '@/api/config'
import { errorSentence, toApiError } from '@/api/errors'
import { PASSWORD_CHARACTERS_MAX } from '@/api/limits'
import { useSession } from '@/api/session/session'
import { givenProof, isAboutProof, type Proof } from '@/lib/person/proof'
import { toast } from '@/lib/toast'

/**
 * The state of a ProofField. A person who signed in through a provider has no password and starts with a
 * code.
 */
export function useProof() {
  const state = useSession()
  const { data: config } = useQuery(configQuery())
  const ways: unknown = 'session' in state ? state.session.user.app_metadata.providers : undefined
  const isOthers = Array.isArray(ways) && !ways.includes('email')
  const [proof, setProof] = useState<Proof>({ way: isOthers ? 'code' : 'password', text: '' })
  const send = useMutation({
    mutationFn: () => requestClient((client) => client.auth.reauthenticate()),
    onError: (error) =>
      toast({ variant: 'destructive', title: 'Código não enviado', description: errorSentence(error) }),
  })

  /**
   * The sentence of a refusal for this field; none if the refusal is about something else. A code is
   * spent either way.
   */
  function refusalOf(error: unknown): string | undefined {
    const { code } = toApiError(error)
    if (proof.way === 'code' && code === 'wrong_password') {
      setProof({ way: 'password', text: '' })
      return 'Sua conta tem senha: confirme com ela.'
    }
    if (isAboutProof(code)) return errorSentence(error)
    if (proof.way === 'code') setProof({ way: 'code', text: '' })
    return undefined
  }

  const field = {
    proof,
    onProofChange: setProof,
    passwordMax: PASSWORD_CHARACTERS_MAX,
    onSend: () => send.mutate(),
    isSending: send.isPending,
    isSent: send.isSuccess,
    isMailed: config?.mail !== false,
  }
  return { proof, setProof, field, refusalOf }
}

/** Reauthenticates the session: somebody who found it open knows neither the password nor the mail. */
export async function prove(proof: Proof): Promise<void> {
  const given = givenProof(proof)
  if (Object.keys(given).length > 0) await requestClient((client) => client.auth.updateUser(given))
}

/** The password for a call that takes one. A code is sent beforehand instead, and the call takes none. */
export async function passwordFor(proof: Proof): Promise<{ password?: string }> {
  if (proof.way === 'password') return { password: proof.text }
  await prove(proof)
  return {}
}
