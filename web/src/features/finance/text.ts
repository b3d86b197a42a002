/** What a line of the statement is about, in the words of the account's owner. */
export const KINDS: Readonly<Record<string, string>> = {
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
}

export const KIND_FILTERS = [
  { value: '', label: 'Tudo' },
  { value: 'guarantee', label: 'Garantias' },
  { value: 'release', label: 'Liberações' },
  { value: 'refund', label: 'Devoluções' },
  { value: 'fee', label: 'Taxas' },
  { value: 'withheld', label: 'Tributos' },
  { value: 'payout', label: 'Saques' },
] as const
