import { isMemberRole, type Deed } from '@/api/session/party'
import { OWNER_NOTICE_DAYS } from '@/api/limits'
import { MEMBER_ROLES, ROLE_RIGHTS, type MemberRole } from '@/api/rights'
import { formatList } from '@/lib/format'

/** How another owner leaves or loses the role. */
export const OWNER_NOTICE_SENTENCE = `Um proprietário só sai ou muda de papel com o próprio consentimento, ou ${OWNER_NOTICE_DAYS} dias depois deste aviso a todos os proprietários e à administração. Quem se opõe fica até a administração decidir.`

/** The two sides of the market; each says its own work in its own words. */
export type Side = 'company' | 'professional'

const NAMES: Record<Side, Record<MemberRole, string>> = {
  company: {
    owner: 'Proprietário',
    buyer: 'Comprador',
    engineer: 'Engenheiro',
    finance: 'Financeiro',
    reader: 'Leitor',
  },
  professional: {
    owner: 'Proprietário',
    buyer: 'Comercial',
    engineer: 'Engenheiro',
    finance: 'Financeiro',
    reader: 'Leitor',
  },
}

const VERBS: Record<Side, Record<Deed, string>> = {
  company: {
    publish: 'publica projetos',
    negotiate: 'aceita e recusa propostas',
    fulfil: 'confere entregas',
    pay: 'faz pagamentos',
    manage: 'cuida da equipe e do perfil público',
  },
  professional: {
    publish: 'cuida do portfólio',
    negotiate: 'envia e retira propostas',
    fulfil: 'entrega os trabalhos',
    pay: 'acompanha recebimentos',
    manage: 'cuida da equipe e do perfil público',
  },
}

export function sideOf(role: string): Side {
  return role === 'professional' ? 'professional' : 'company'
}

export function memberRoleName(role: MemberRole, side: Side): string {
  return NAMES[side][role]
}

/** The text beside the name of a person who acts for no party; `left` is the organisation that they founded and left. */
export function apartSentence(left: string | null): string {
  return left === null ? 'Sem organização' : `Saiu de ${left}`
}

/** A sentence about what a role may do, derived from its rights. */
export function roleSentence(role: MemberRole, side: Side): string {
  const verbs = ROLE_RIGHTS[role].flatMap((right) => (right === 'read' ? [] : VERBS[side][right]))
  return verbs.length === 0 ? 'Vê tudo, sem mudar nada.' : `${formatList(['Vê tudo', ...verbs])}.`
}

const DEEDS: Record<Side, Record<Deed, string>> = {
  company: {
    publish: 'publicar e editar projetos',
    negotiate: 'aceitar e recusar propostas',
    fulfil: 'conferir entregas',
    pay: 'fazer pagamentos',
    manage: 'mudar a equipe e o perfil público',
  },
  professional: {
    publish: 'mudar o portfólio',
    negotiate: 'enviar e retirar propostas',
    fulfil: 'marcar entregas',
    pay: 'acompanhar recebimentos',
    manage: 'mudar a equipe e o perfil público',
  },
}

/** Names the roles that may do something: `Só os papéis Proprietário e Comprador podem …`. */
export function whoMaySentence(right: Deed, side: Side): string {
  const roles = MEMBER_ROLES.filter((role) => ROLE_RIGHTS[role].includes(right))
  const names = roles.map((role) => memberRoleName(role, side))
  const those = names.length === 1 ? 'o papel' : 'os papéis'
  return `Só ${those} ${formatList(names)} ${names.length === 1 ? 'pode' : 'podem'} ${DEEDS[side][right]}.`
}

/** An invitation's role by name, and what it allows. */
export function describeInvitation({ role, side }: { role: string; side: string }) {
  if (!isMemberRole(role)) return { role, sentence: '' }
  return { role: memberRoleName(role, sideOf(side)), sentence: roleSentence(role, sideOf(side)) }
}
