import { weaknesses } from '@/api/weak-password'

/**
 * Every code a call can fail with and the sentence the screen shows for it.
 * A code joins its union first; without a sentence the build then fails.
 */
type TransportCode = 'offline' | 'unavailable' | 'timeout' | 'unexpected_failure' | 'unknown'

type SessionCode = 'session_ended' | 'session_expired' | 'session_not_found' | 'user_banned'

type AuthCode =
  | SessionCode
  | 'invalid_credentials'
  | 'email_not_confirmed'
  | 'user_already_exists'
  | 'email_exists'
  | 'email_address_invalid'
  | 'weak_password'
  | 'same_password'
  | 'current_password_required'
  | 'current_password_invalid'
  | 'reauthentication_needed'
  | 'reauthentication_not_valid'
  | 'signup_disabled'
  | 'user_not_found'
  | 'otp_expired'
  | 'flow_state_expired'
  | 'flow_state_not_found'
  | 'bad_code_verifier'
  | 'over_request_rate_limit'
  | 'over_email_send_rate_limit'
  | 'captcha_failed'
  | 'mfa_verification_failed'
  | 'mfa_challenge_expired'
  | 'insufficient_aal'
  | 'validation_failed'
  | 'bad_jwt'
  | 'bad_json'
  | 'no_authorization'
  | 'refresh_token_not_found'
  | 'refresh_token_already_used'
  | 'not_admin'

type MarketCode =
  | 'unknown_role'
  | 'unknown_skill'
  | 'too_many_skills'
  | 'terms_required'
  | 'name_required'
  | 'name_too_long'
  | 'document_required'
  | 'invalid_cpf'
  | 'invalid_cnpj'
  | 'own_status'
  | 'project_not_found'
  | 'project_not_open'
  | 'own_project'
  | 'already_proposed'
  | 'proposal_not_found'
  | 'proposal_not_pending'
  | 'professional_unavailable'
  | 'reason_required'
  | 'reason_too_long'
  | 'has_proposals'
  | 'contract_not_found'
  | 'contract_not_active'
  | 'contract_not_delivered'
  | 'contract_not_completed'
  | 'review_window_over'
  | 'already_reviewed'
  | 'wrong_password'
  | 'has_active_contracts'
  | 'last_admin'
  | 'too_many_reports'
  | 'unknown_kind'
  | 'unknown_reason'
  | 'details_too_long'
  | 'subject_not_found'
  | 'unknown_decision'
  | 'decision_required'
  | 'report_not_found'
  | 'report_decided'

type DataCode =
  | 'not_found'
  | 'forbidden'
  | 'already_exists'
  | 'still_referenced'
  | 'value_refused'
  | 'value_missing'
  | 'malformed'
  | 'conflict'
  | 'rate_limited'

type StorageCode = 'entity_too_large' | 'invalid_mime_type' | 'invalid_image' | 'storage_full'

export type ErrorCode = TransportCode | AuthCode | MarketCode | DataCode | StorageCode

const ENDED = 'Sua sessão terminou. Entre novamente para continuar.'
const EXPIRED_LINK = 'Este link expirou ou já foi usado. Peça um novo.'
const WAIT = 'Muitas tentativas em pouco tempo. Aguarde um minuto e tente novamente.'

const SENTENCES: Record<ErrorCode, string> = {
  offline: 'Sem conexão com o servidor. Verifique sua internet e tente novamente.',
  unavailable: 'O serviço está indisponível no momento. Tente novamente em instantes.',
  timeout: 'A resposta demorou demais. Tente novamente.',
  unexpected_failure: 'Algo deu errado do nosso lado. Tente novamente.',
  unknown: 'Ocorreu um erro inesperado. Tente novamente.',

  session_ended: ENDED,
  session_expired: ENDED,
  session_not_found: ENDED,
  refresh_token_not_found: ENDED,
  refresh_token_already_used: ENDED,
  bad_jwt: ENDED,
  no_authorization: 'Você precisa entrar para fazer isso.',
  user_banned: 'Sua conta foi bloqueada. Fale com o suporte se acredita que foi um engano.',
  invalid_credentials: 'E-mail ou senha incorretos. Por favor, verifique suas credenciais.',
  email_not_confirmed:
    'Email não confirmado. Para contas de teste, isso foi resolvido automaticamente. Tente fazer login novamente em alguns segundos.',
  user_already_exists: 'Este email já está cadastrado. Tente fazer login.',
  email_exists: 'Este email já está cadastrado. Tente fazer login.',
  email_address_invalid: 'Este endereço de e-mail não é válido.',
  weak_password: 'Escolha uma senha mais forte: esta é curta demais ou muito comum.',
  same_password: 'A nova senha precisa ser diferente da atual.',
  current_password_required: 'Informe sua senha atual.',
  current_password_invalid: 'A senha atual está incorreta.',
  reauthentication_needed: 'Por segurança, entre novamente antes de mudar isso.',
  reauthentication_not_valid: 'O código expirou ou não é válido. Peça um novo.',
  signup_disabled: 'Novos cadastros estão suspensos no momento.',
  user_not_found: 'Usuário não encontrado.',
  otp_expired: EXPIRED_LINK,
  flow_state_expired: EXPIRED_LINK,
  flow_state_not_found: EXPIRED_LINK,
  bad_code_verifier: 'Abra o link no mesmo navegador em que o pediu.',
  over_request_rate_limit: WAIT,
  over_email_send_rate_limit: 'Já enviamos um e-mail há pouco. Aguarde um minuto antes de pedir outro.',
  captcha_failed: 'A verificação de segurança falhou. Tente novamente.',
  mfa_verification_failed: 'O código de verificação não confere.',
  mfa_challenge_expired: 'O código de verificação expirou. Peça um novo.',
  insufficient_aal: 'Confirme o segundo fator de autenticação para continuar.',
  validation_failed: 'Algum dado não foi aceito. Revise os campos e tente novamente.',
  bad_json: 'O pedido não foi entendido. Atualize a página e tente novamente.',
  not_admin: 'Apenas administradores podem fazer isso.',

  unknown_role: 'Escolha entre profissional e empresa.',
  unknown_skill: 'Uma das habilidades não está no catálogo ou se repete.',
  too_many_skills: 'Você pode selecionar no máximo 5 habilidades.',
  terms_required: 'Você deve aceitar os Termos de Serviço.',
  name_required: 'Nome é obrigatório',
  name_too_long: 'O nome tem no máximo 120 caracteres.',
  document_required: 'Documento é obrigatório',
  invalid_cpf: 'CPF inválido.',
  invalid_cnpj: 'CNPJ inválido.',
  own_status: 'Você não pode bloquear a própria conta.',
  project_not_found: 'Projeto não encontrado.',
  project_not_open: 'Este projeto não está recebendo propostas.',
  own_project: 'Você não pode enviar uma proposta para o próprio projeto.',
  already_proposed: 'Você já enviou uma proposta para este projeto.',
  proposal_not_found: 'Proposta não encontrada.',
  proposal_not_pending: 'Esta proposta já foi respondida ou retirada.',
  professional_unavailable: 'Este profissional não está mais disponível.',
  reason_required: 'Escreva o motivo da recusa.',
  reason_too_long: 'O motivo é longo demais.',
  has_proposals: 'Este projeto já recebeu propostas e não pode ser excluído. Você pode encerrá-lo.',
  contract_not_found: 'Contrato não encontrado.',
  contract_not_active: 'A entrega deste projeto já foi marcada.',
  contract_not_delivered: 'Só um projeto entregue pode ser concluído.',
  contract_not_completed: 'A avaliação abre quando o projeto for concluído.',
  review_window_over: 'O prazo de 14 dias para avaliar terminou.',
  already_reviewed: 'Você já avaliou este projeto.',
  wrong_password: 'A senha atual não confere.',
  has_active_contracts: 'Conclua os projetos em andamento antes de excluir a conta.',
  last_admin: 'A plataforma precisa de pelo menos um administrador ativo.',
  too_many_reports: 'Você atingiu o limite de 20 denúncias por dia. Tente novamente amanhã.',
  unknown_kind: 'Só perfis, projetos e mensagens podem ser denunciados.',
  unknown_reason: 'Escolha o motivo da denúncia.',
  details_too_long: 'Os detalhes têm no máximo 2.000 caracteres.',
  subject_not_found: 'O conteúdo denunciado não foi encontrado.',
  unknown_decision: 'A denúncia procede ou não procede.',
  decision_required: 'Escreva a decisão, em até 2.000 caracteres.',
  report_not_found: 'Denúncia não encontrada.',
  report_decided: 'Esta denúncia já foi decidida.',

  not_found: 'Não encontramos o que você procura.',
  forbidden: 'Você não tem permissão para fazer isso.',
  already_exists: 'Isto já está registrado.',
  still_referenced: 'Isto ainda está em uso e não pode ser removido.',
  value_refused: 'Um dos valores não foi aceito. Revise os campos.',
  value_missing: 'Falta preencher um campo obrigatório.',
  malformed: 'O pedido não foi entendido. Atualize a página e tente novamente.',
  conflict: 'Outra alteração aconteceu ao mesmo tempo. Tente novamente.',
  rate_limited: WAIT,

  entity_too_large: 'O arquivo é grande demais.',
  invalid_mime_type: 'Este tipo de arquivo não é aceito. Envie uma imagem.',
  invalid_image: 'O arquivo não pôde ser lido como imagem.',
  storage_full: 'Não há espaço para o arquivo no momento.',
}

/** Codes of the database and the gateways, which have names of their own. */
const FOREIGN_CODES: Readonly<Record<string, ErrorCode>> = {
  '22001': 'value_refused',
  '22003': 'value_refused',
  '22P02': 'malformed',
  '23502': 'value_missing',
  '23503': 'still_referenced',
  '23505': 'already_exists',
  '23514': 'value_refused',
  '40001': 'conflict',
  '40P01': 'conflict',
  '42501': 'forbidden',
  '53100': 'storage_full',
  '57014': 'timeout',
  PT401: 'session_ended',
  PGRST003: 'unavailable',
  PGRST116: 'not_found',
  PGRST301: 'session_ended',
  PGRST302: 'no_authorization',
  PGRST303: 'session_ended',
  request_timeout: 'timeout',
  request_entity_too_large: 'entity_too_large',
  EntityTooLarge: 'entity_too_large',
  InvalidMimeType: 'invalid_mime_type',
  NoSuchKey: 'not_found',
  AccessDenied: 'forbidden',
}

const STATUS_CODES: Readonly<Record<number, ErrorCode>> = {
  0: 'offline',
  400: 'value_refused',
  401: 'no_authorization',
  403: 'forbidden',
  404: 'not_found',
  406: 'not_found',
  409: 'conflict',
  413: 'entity_too_large',
  415: 'invalid_mime_type',
  429: 'rate_limited',
  500: 'unexpected_failure',
  502: 'unavailable',
  503: 'unavailable',
  504: 'timeout',
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
    super(options.sentence ?? SENTENCES[code], { cause: options.cause })
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.details = options.details
  }

  /** The server no longer knows this session, or has blocked its owner. */
  get endsSession(): boolean {
    return SESSION_ENDS.includes(this.code) || (this.code === 'user_banned' && this.status !== 400)
  }
}

/** Turns whatever a call failed with into an ApiError. */
export function toApiError(cause: unknown, status?: number): ApiError {
  if (cause instanceof ApiError) return cause
  const code = textField(cause, 'code') ?? textField(cause, 'error') ?? ''
  const hint = textField(cause, 'hint')
  const answered = status ?? numberField(cause, 'status') ?? numberField(cause, 'statusCode')
  return new ApiError(codeOf(code, hint, cause, answered), answered ?? 0, {
    cause,
    details: textField(cause, 'details'),
    sentence: weaknesses(field(cause, 'reasons')),
  })
}

/** The sentence for any failure, for toasts and error screens. */
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
  return Object.hasOwn(SENTENCES, code)
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function textField(value: unknown, name: string): string | undefined {
  const text = field(value, name)
  return typeof text === 'string' && text !== '' ? text : undefined
}

function numberField(value: unknown, name: string): number | undefined {
  const number = Number(field(value, name))
  return Number.isInteger(number) && field(value, name) !== null ? number : undefined
}
