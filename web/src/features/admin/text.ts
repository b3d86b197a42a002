import type { Row } from '@/api/tables'

/** Words of the administrator's screens. */
export const ROLE_NAMES: Readonly<Record<Row<'profiles'>['role'], string>> = {
  admin: 'Administrador',
  professional: 'Profissional',
  company: 'Empresa',
}

export const STATUS_NAMES: Readonly<Record<Row<'profiles'>['status'], string>> = {
  active: 'Ativo',
  blocked: 'Bloqueado',
}

export type AuditAction = Row<'audit_log'>['action']

export const ACTIONS: Readonly<Record<AuditAction, string>> = {
  block_user: 'Bloqueou usuário',
  activate_user: 'Ativou usuário',
  replace_site_image: 'Trocou imagem do site',
  decide_report: 'Decidiu denúncia',
  close_project: 'Encerrou projeto',
  decide_dispute: 'Decidiu disputa',
  announce_owner_removal: 'Avisou a saída de um proprietário',
  decide_owner_removal: 'Decidiu a saída de um proprietário',
  decide_withheld: 'Decidiu sobre um comprovante de tributo retido',
  change_member_role: 'Mudou o papel de alguém na equipe',
  remove_member: 'Retirou alguém da equipe',
  transfer_ownership: 'Passou a propriedade',
  register_firm: 'Cadastrou a firma',
  read_sealed: 'Abriu dados sob sigilo',
  lift_bar: 'Liberou um cadastro barrado',
  add_model_version: 'Alterou um modelo de escopo',
  set_match_weight: 'Alterou um peso da combinação',
  handle_difference: 'Tratou divergência de pagamento',
  retry_order: 'Repetiu ordem à instituição',
  request_correction: 'Pediu correção de CPF ou CNPJ',
  withdraw_correction: 'Retirou pedido de correção',
  decide_correction: 'Decidiu correção de CPF ou CNPJ',
}

export const KINDS: Readonly<Record<Row<'reports'>['kind'], string>> = {
  profile: 'Perfil',
  project: 'Projeto',
  message: 'Mensagem',
}

/** Lower case without accents, as names and addresses are indexed, ready for LIKE. */
export function likePattern(text: string): string {
  const folded = text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return `%${folded.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}
