import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { request, requestClient } from '@/api/request/request'
import { after, invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'

export type VerifiedFactor = {
  id: string
  kind: 'app' | 'passkey'
  name: string
  createdAt: string
  lastUsedAt: string | undefined
}

type SecondFactorState = { factors: VerifiedFactor[]; codesLeft: number }

/** A secret to scan or to type, until the first code proves that the app has it. */
export type Enrolment = { id: string; picture: string; secret: string }

const FIRST_NAME = 'Aplicativo autenticador'
const NAMELESS_PASSKEY = 'Chave de acesso'

/** What the server takes; it cuts nothing. */
export const PASSKEY_NAME_CHARACTERS_MAX = 120

async function listFactors() {
  return requestClient((client) => client.auth.mfa.listFactors())
}

export function secondFactorQuery() {
  return queryOptions({
    queryKey: keys.settings.secondFactor,
    queryFn: async (): Promise<SecondFactorState> => {
      const [{ totp, webauthn }, { left }] = await Promise.all([
        listFactors(),
        request((client) => client.rpc('count_recovery_codes', {})),
      ])
      const passkeys = webauthn.length > 0 ? await listPasskeys() : []
      return { factors: [...totp.map(toApp), ...passkeys], codesLeft: left }
    },
  })
}

type App = { id: string; friendly_name?: string; created_at: string; updated_at: string }

/** An app's row is touched by nothing but its use. */
function toApp({ id, friendly_name, created_at, updated_at }: App): VerifiedFactor {
  return { id, kind: 'app', name: friendly_name ?? FIRST_NAME, createdAt: created_at, lastUsedAt: updated_at }
}

async function listPasskeys(): Promise<VerifiedFactor[]> {
  const rows = await requestClient((client) => client.auth.passkey.list())
  return rows.map(({ id, friendly_name, created_at, last_used_at }) => ({
    id,
    kind: 'passkey',
    name: friendly_name ?? NAMELESS_PASSKEY,
    createdAt: created_at,
    lastUsedAt: last_used_at,
  }))
}

/** Begins anew: an enrolment that was left unfinished is taken back first. */
export async function enrol(): Promise<Enrolment> {
  const { all } = await listFactors()
  for (const factor of all.filter(({ status }) => status === 'unverified')) {
    await requestClient((client) => client.auth.mfa.unenroll({ factorId: factor.id }))
  }
  const { id, totp } = await requestClient((client) =>
    client.auth.mfa.enroll({
      factorType: 'totp',
      issuer: 'Automação - Indústria',
      friendlyName: freeName(
        FIRST_NAME,
        all.filter(({ status }) => status === 'verified').map((one) => one.friendly_name),
      ),
    }),
  )
  return { id, picture: totp.qr_code, secret: totp.secret }
}

function freeName(wanted: string, taken: readonly (string | undefined)[]): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted} ${number}`
    if (!taken.includes(name)) return name
  }
}

/** Makes a passkey on the device and names it; the recovery codes are kept when there were none. */
export function addPasskey(queryClient: QueryClient) {
  return {
    mutationFn: async ({ name, withCodes }: { name: string; withCodes: boolean }) => {
      const { all } = await listFactors()
      const { id } = await requestClient((client) => client.auth.registerPasskey())
      const friendlyName = freeName(
        name,
        all.map((one) => one.friendly_name),
      )
      await requestClient((client) => client.auth.passkey.update({ passkeyId: id, friendlyName }))
      // The session was lifted with it; the next token says so.
      await requestClient((client) => client.auth.refreshSession())
      return withCodes ? makeCodes() : []
    },
    onSettled: () => invalidate(queryClient, after.secondFactor),
  }
}

export function renamePasskey(queryClient: QueryClient) {
  return {
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      requestClient((client) => client.auth.passkey.update({ passkeyId: id, friendlyName: name })),
    onSuccess: () => invalidate(queryClient, after.secondFactor),
  }
}

/** Proves the app by its first code; the recovery codes are kept when there were none. */
export function finishEnrolment(queryClient: QueryClient) {
  return {
    mutationFn: async ({ id, code, withCodes }: { id: string; code: string; withCodes: boolean }) => {
      await requestClient((client) => client.auth.mfa.challengeAndVerify({ factorId: id, code }))
      return withCodes ? makeCodes() : []
    },
    onSuccess: () => invalidate(queryClient, after.secondFactor),
  }
}

async function makeCodes(): Promise<string[]> {
  // Without a key to repeat it by: what is shown once is kept nowhere. An answer that was lost is asked for anew.
  const { codes } = await request((client) => client.rpc('make_recovery_codes', {}))
  return codes
}

export function makeRecoveryCodes(queryClient: QueryClient) {
  return { mutationFn: makeCodes, onSuccess: () => invalidate(queryClient, after.secondFactor) }
}

export function removeFactor(queryClient: QueryClient) {
  return {
    mutationFn: async (id: string) => {
      await requestClient((client) => client.auth.mfa.unenroll({ factorId: id }))
      await requestClient((client) => client.auth.refreshSession())
    },
    onSettled: () => invalidate(queryClient, after.secondFactor),
  }
}
