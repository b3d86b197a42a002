import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { ask, askClient } from '@/api/ask'
import { after, invalidate, keys } from '@/api/keys'

export type VerifiedFactor = { id: string; name: string; createdAt: string }

export type SecondFactorState = { factors: VerifiedFactor[]; codesLeft: number }

/** A secret to scan or to type, until the first code proves that the app has it. */
export type Enrolment = { id: string; picture: string; secret: string }

const FIRST_NAME = 'Aplicativo autenticador'

async function listFactors() {
  return askClient((client) => client.auth.mfa.listFactors())
}

export function secondFactorQuery() {
  return queryOptions({
    queryKey: keys.settings.secondFactor,
    queryFn: async (): Promise<SecondFactorState> => {
      const [{ totp }, { left }] = await Promise.all([
        listFactors(),
        ask((client) => client.rpc('count_recovery_codes', {})),
      ])
      const factors = totp.map(({ id, friendly_name, created_at }) => ({
        id,
        name: friendly_name ?? FIRST_NAME,
        createdAt: created_at,
      }))
      return { factors, codesLeft: left }
    },
  })
}

/** Begins anew: an enrolment that was left unfinished is taken back first. */
export async function enrol(): Promise<Enrolment> {
  const { all } = await listFactors()
  for (const factor of all.filter(({ status }) => status === 'unverified')) {
    await askClient((client) => client.auth.mfa.unenroll({ factorId: factor.id }))
  }
  const { id, totp } = await askClient((client) =>
    client.auth.mfa.enroll({
      factorType: 'totp',
      issuer: 'Automação - Indústria',
      friendlyName: freeName(
        all.filter(({ status }) => status === 'verified').map((one) => one.friendly_name),
      ),
    }),
  )
  return { id, picture: totp.qr_code, secret: totp.secret }
}

function freeName(taken: readonly (string | undefined)[]): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? FIRST_NAME : `${FIRST_NAME} ${number}`
    if (!taken.includes(name)) return name
  }
}

/** Proves the app by its first code; the recovery codes are kept when there were none. */
export function finishEnrolment(queryClient: QueryClient) {
  return {
    mutationFn: async ({ id, code, withCodes }: { id: string; code: string; withCodes: boolean }) => {
      await askClient((client) => client.auth.mfa.challengeAndVerify({ factorId: id, code }))
      return withCodes ? makeCodes() : []
    },
    onSuccess: () => invalidate(queryClient, after.secondFactor),
  }
}

async function makeCodes(): Promise<string[]> {
  // Without a key to repeat it by: what is shown once is kept nowhere. An answer that was lost is asked for anew.
  const { codes } = await ask((client) => client.rpc('make_recovery_codes', {}))
  return codes
}

export function makeRecoveryCodes(queryClient: QueryClient) {
  return { mutationFn: makeCodes, onSuccess: () => invalidate(queryClient, after.secondFactor) }
}

export function removeFactor(queryClient: QueryClient) {
  return {
    mutationFn: async (id: string) => {
      await askClient((client) => client.auth.mfa.unenroll({ factorId: id }))
      await askClient((client) => client.auth.refreshSession())
    },
    onSettled: () => invalidate(queryClient, after.secondFactor),
  }
}
