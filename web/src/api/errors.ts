import type { RefusalCode } from '@/api/codes'

/** Failures that only the browser knows: no answer, or an answer of a gateway or of the database. */
const BROWSER = {
  offline: 'Sem conexão com o servidor. Verifique sua internet e tente novamente.',
  unavailable: 'O serviço está indisponível no momento. Tente novamente em instantes.',
  unknown: 'Ocorreu um erro inesperado. Tente novamente.',
  session_ended: 'Sua sessão terminou. Entre novamente para continuar.',
  already_exists: 'Isto já está registrado.',
  still_referenced: 'Isto ainda está em uso e não pode ser removido.',
  value_refused: 'Um dos valores não foi aceito. Revise os campos.',
  value_missing: 'Falta preencher um campo obrigatório.',
  conflict: 'Outra alteração aconteceu ao mesmo tempo. Tente novamente.',
  page_too_far: 'Esta página está longe demais do começo da lista. Use os filtros para chegar mais perto.',
  storage_full: 'Não há espaço para o arquivo no momento.',
  passkey_unused: 'Nenhuma chave de acesso foi usada. Tente de novo quando quiser.',
  passkey_unfit: 'Este aparelho não confirma quem o usa. Ative nele um PIN, a digital ou o rosto.',
} as const

/** Every code that a call can fail with. A new code of the server is generated with its sentence. */
type ErrorCode = RefusalCode | keyof typeof BROWSER

let sentences: Readonly<Partial<Record<ErrorCode, string>>> = BROWSER
let counting: ReadonlySet<string> = new Set()

/**
 * The sentences of refusals are a tenth of the shell's size and are rarely needed, so they load with the
 * first refusal. If they cannot be loaded, a sentence for the status is used.
 */
export async function learnSentences(): Promise<void> {
  if (sentences !== BROWSER) return
  const codes = await import('@/api/codes').catch(() => undefined)
  if (codes === undefined) return
  sentences = { ...codes.REFUSALS, ...BROWSER }
  counting = codes.COUNTING
}

/** The sentence of a code. A server's code has one only after the sentences are loaded. */
export function sentenceOf(code: ErrorCode): string {
  return sentences[code] ?? BROWSER.unknown
}

/** Codes of the database and of the client library, mapped to our own. */
const FOREIGN_CODES: Readonly<Record<string, ErrorCode>> = {
  '22001': 'value_refused',
  '22003': 'value_refused',
  '22P02': 'bad_json',
  '23502': 'value_missing',
  '23503': 'still_referenced',
  '23505': 'already_exists',
  '23514': 'value_refused',
  '40001': 'conflict',
  '40P01': 'conflict',
  '42501': 'AccessDenied',
  '53100': 'storage_full',
  '57014': 'request_timeout',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: 'passkey_unfit',
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: 'passkey_unfit',
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'webauthn_credential_exists',
  ERROR_CEREMONY_ABORTED: 'passkey_unused',
  ERROR_INVALID_DOMAIN: 'passkey_disabled',
  ERROR_INVALID_RP_ID: 'passkey_disabled',
  ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY: 'passkey_unused',
  PT401: 'session_ended',
  UNAUTHORIZED_INVALID_JWT_FORMAT: 'session_ended',
  UNAUTHORIZED_SESSION: 'session_ended',
  PGRST003: 'unavailable',
  PGRST103: 'page_too_far',
  PGRST116: 'not_found',
  PGRST301: 'session_ended',
  PGRST302: 'no_authorization',
  PGRST303: 'session_ended',
}

const STATUS_CODES: Readonly<Record<number, ErrorCode>> = {
  0: 'offline',
  400: 'value_refused',
  401: 'no_authorization',
  403: 'AccessDenied',
  404: 'not_found',
  406: 'not_found',
  409: 'conflict',
  413: 'EntityTooLarge',
  415: 'InvalidMimeType',
  429: 'over_request_rate_limit',
  500: 'unexpected_failure',
  502: 'unavailable',
  503: 'unavailable',
  504: 'request_timeout',
  507: 'storage_full',
}

const SESSION_ENDS: readonly ErrorCode[] = [
  'session_ended',
  'session_expired',
  'session_not_found',
  'refresh_token_not_found',
  'refresh_token_already_used',
  'bad_jwt',
]

/** The one error of calls. `message` is the Portuguese sentence for the screen. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: string | undefined

  constructor(
    code: ErrorCode,
    status: number,
    options: { cause?: unknown; details?: string | undefined; sentence?: string | undefined } = {},
  ) {
    super(options.sentence ?? sentenceOf(code), { cause: options.cause })
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.details = options.details
  }

  /** Whether the server ended this session or blocked its owner. */
  get endsSession(): boolean {
    return SESSION_ENDS.includes(this.code) || (this.code === 'user_banned' && this.status !== 400)
  }
}

/** Turns any failure of a call into an ApiError. */
export function toApiError(cause: unknown, status?: number): ApiError {
  if (cause instanceof ApiError) return cause
  const code = textField(cause, 'code') ?? textField(cause, 'error') ?? ''
  const hint = textField(cause, 'hint')
  const answered = status ?? numberField(cause, 'status') ?? numberField(cause, 'statusCode')
  const told = codeOf(code, hint, cause, answered)
  return new ApiError(told, answered ?? 0, {
    cause,
    details: textField(cause, 'details'),
    sentence:
      weaknesses(field(cause, 'reasons')) ?? (counting.has(told) ? textField(cause, 'message') : undefined),
  })
}

/** The sentence of any failure, for toasts and error screens. */
export function errorSentence(cause: unknown): string {
  return toApiError(cause).message
}

function codeOf(
  code: string,
  hint: string | undefined,
  cause: unknown,
  status: number | undefined,
): ErrorCode {
  if (hint !== undefined && code === 'PT401' && isErrorCode(hint)) return hint
  if (isErrorCode(code)) return code
  const foreign = FOREIGN_CODES[code]
  if (foreign !== undefined) return foreign
  if (cause instanceof TypeError && status === undefined) return 'offline'
  return (status === undefined ? undefined : STATUS_CODES[status]) ?? 'unknown'
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(sentences, code)
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function textField(value: unknown, name: string): string | undefined {
  const text = field(value, name)
  return typeof text === 'string' && text !== '' ? text : undefined
}

function numberField(value: unknown, name: string): number | undefined {
  const found = field(value, name)
  const number = typeof found === 'string' ? Number.parseInt(found, 10) : found
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined
}

const WEAKNESSES: Readonly<Record<string, string>> = {
  length: 'Esta senha é curta demais. Escolha uma mais longa.',
  characters: 'Esta senha tem caracteres que não são aceitos. Escolha outra.',
  pwned: 'Esta senha está entre as primeiras que alguém tentaria. Escolha outra.',
}

/** The reasons of a `weak_password` error as a sentence; undefined if there are none. */
export function weaknesses(reasons: unknown): string | undefined {
  const known = Array.isArray(reasons) ? reasons.flatMap((reason) => WEAKNESSES[String(reason)] ?? []) : []
  return known.length > 0 ? known.join(' ') : undefined
}

const WAIT = /^retry_after_s=(\d+)$/

/** The details of a refusal that names the seconds to wait. */
export function retryAfterDetails(seconds: string | null): string | undefined {
  const details = `retry_after_s=${seconds ?? ''}`
  return WAIT.test(details) ? details : undefined
}

/** The seconds after which a refused call would be accepted, if the server states them. */
export function retryAfterSeconds(error: unknown): number | undefined {
  const seconds = error instanceof ApiError ? WAIT.exec(error.details ?? '')?.[1] : undefined
  return seconds === undefined ? undefined : Number.parseInt(seconds, 10)
}
