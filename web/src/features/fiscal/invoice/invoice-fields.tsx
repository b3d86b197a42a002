import { BOUNDS } from '@/api/limits'
import type { Money } from '@/lib/money'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { MoneyInput } from '@/ui/money-input'
import { Select } from '@/ui/select'

export type Fields = {
  key: string
  number: string
  code: string
  issuedOn: string
  value: Money | null
  provider: string
  taker: string
}

type InvoiceFieldsProps = {
  kind: 'nfse' | 'rpa'
  /** Only a person without a firm has a choice here. */
  onKind: ((kind: 'nfse' | 'rpa') => void) | undefined
  fields: Fields
  onFields: (fields: Fields) => void
}

/** The fields of an invoice, in the words printed on it. */
export function InvoiceFields({ kind, onKind, fields, onFields }: InvoiceFieldsProps) {
  const write = (name: Exclude<keyof Fields, 'value'>) => (event: { target: { value: string } }) =>
    onFields({ ...fields, [name]: event.target.value })
  return (
    <>
      {onKind !== undefined && (
        <Field name="kind" label="Documento">
          <Select
            options={KINDS}
            value={kind}
            onChange={(event) => onKind(event.target.value === 'rpa' ? 'rpa' : 'nfse')}
          />
        </Field>
      )}
      {kind === 'nfse' && (
        <Field name="key" label="Chave de acesso" optional>
          <Input
            className="figures"
            maxLength={80}
            autoComplete="off"
            value={fields.key}
            onChange={write('key')}
          />
        </Field>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field name="number" label={kind === 'rpa' ? 'Número do RPA' : 'Número da nota'}>
          <Input maxLength={BOUNDS.invoices.number} value={fields.number} onChange={write('number')} />
        </Field>
        {kind === 'nfse' && (
          <Field name="code" label="Código de verificação" optional>
            <Input
              maxLength={BOUNDS.invoices.verification_code}
              value={fields.code}
              onChange={write('code')}
            />
          </Field>
        )}
        <Field name="issued_on" label="Dia da emissão">
          <Input type="date" value={fields.issuedOn} onChange={write('issuedOn')} />
        </Field>
        <Field name="value" label="Valor bruto">
          <MoneyInput value={fields.value} onValueChange={(value) => onFields({ ...fields, value })} />
        </Field>
        <Field name="provider" label="CNPJ ou CPF do prestador">
          <Input maxLength={20} autoComplete="off" value={fields.provider} onChange={write('provider')} />
        </Field>
        <Field name="taker" label="CNPJ do tomador">
          <Input maxLength={20} autoComplete="off" value={fields.taker} onChange={write('taker')} />
        </Field>
      </div>
    </>
  )
}

const KINDS = [
  { value: 'rpa', label: 'RPA (recibo de autônomo)' },
  { value: 'nfse', label: 'NFS-e' },
] as const
