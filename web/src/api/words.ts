// Written by "automacao types"; do not edit.

/** What a line of the statement is about. */
export const ENTRY_KINDS = {
  guarantee: 'Garantia depositada',
  release: 'Marco liberado',
  fee: 'Taxa da plataforma',
  refund: 'Devolução',
  split: 'Divisão acordada',
  payout: 'Saque por Pix',
  payout_returned: 'Saque devolvido',
  withheld: 'Tributo retido',
  contest: 'Pix contestado',
  contest_returned: 'Contestação encerrada',
  adjustment: 'Ajuste',
} as const

/** What an invoice is. */
export const INVOICE_KINDS = {
  nfse: 'NFS-e',
  rpa: 'RPA',
} as const

/** How an invoice stands. */
export const INVOICE_STATES = {
  pending: 'Pendente',
  sent: 'Enviada',
  checked: 'Conferida',
  refused: 'Recusada',
  replaced: 'Substituída',
} as const

/** What is withheld, in the order of a list. */
export const TAXES = {
  iss: 'ISS',
  inss: 'INSS',
  irrf: 'IRRF',
  csrf: 'CSRF (PIS, COFINS e CSLL)',
} as const

/** Where a contract stands. */
export const CONTRACT_STATES = {
  agreed: 'Aguardando início',
  active: 'Em andamento',
  delivered: 'Entregue',
  completed: 'Concluído',
  withdrawn: 'Desfeito antes do início',
  terminated: 'Distrato',
  cancelled: 'Encerrado',
} as const

/** Where a milestone stands. */
export const MILESTONE_STATES = {
  planned: 'Planejado',
  awaiting_payment: 'Aguardando pagamento',
  funded: 'Em garantia',
  delivered: 'Entregue',
  adjusting: 'Em ajustes',
  released: 'Pago',
  disputed: 'Em disputa',
  split: 'Dividido',
  refunded: 'Devolvido',
  cancelled: 'Cancelado',
} as const
