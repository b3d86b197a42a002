import {
  Bell,
  BellPlus,
  Building2,
  CircleQuestionMark,
  FileSignature,
  Flag,
  Gavel,
  MailPlus,
  MessageSquare,
  Send,
  Star,
  type LucideIcon,
} from 'lucide-react'
import type { Notification } from '@/features/notification/queries'

/** The kinds of notifications by name; '' stands for all of them. */
export const KINDS = [
  { value: '', label: 'Todas' },
  { value: 'message', label: 'Mensagens' },
  { value: 'proposal', label: 'Propostas' },
  { value: 'decision', label: 'Decisões' },
  { value: 'contract', label: 'Projetos' },
  { value: 'review', label: 'Avaliações' },
  { value: 'question', label: 'Perguntas' },
  { value: 'search', label: 'Buscas salvas' },
  { value: 'invitation', label: 'Convites' },
  { value: 'organisation', label: 'Organização' },
] as const

export const KIND_ICONS: Readonly<Record<Notification['kind'], LucideIcon>> = {
  account: Bell,
  message: MessageSquare,
  proposal: Send,
  decision: Gavel,
  contract: FileSignature,
  review: Star,
  report: Flag,
  question: CircleQuestionMark,
  search: BellPlus,
  invitation: MailPlus,
  organisation: Building2,
}
