import { Controller, type UseFormReturn } from 'react-hook-form'
import {
  COMPANY_TYPES,
  TEXT_MAX,
  type HolderInput,
  type HolderKind,
  type HolderValues,
} from '@/features/receiver/schema'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { MoneyInput } from '@/ui/money-input'
import { Select } from '@/ui/select'

type Form = UseFormReturn<HolderInput, unknown, HolderValues>

/** What differs between a person and a firm, and how to call. */
export function BillingFields({ form, kind }: { form: Form; kind: HolderKind }) {
  const { errors } = form.formState
  return (
    <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {kind === 'person' && (
        <Field name="birth_on" label="Data de nascimento" error={errors.birth_on?.message}>
          <Input type="date" autoComplete="bday" {...form.register('birth_on')} />
        </Field>
      )}
      {kind === 'pj' && (
        <Field name="company_type" label="Tipo de empresa" error={errors.company_type?.message}>
          <Select placeholder="Selecione" options={COMPANY_TYPES} {...form.register('company_type')} />
        </Field>
      )}
      <Controller
        control={form.control}
        name="monthly_income"
        render={({ field }) => (
          <Field
            name="monthly_income"
            label={kind === 'person' ? 'Renda mensal média' : 'Faturamento mensal médio'}
            error={errors.monthly_income?.message}
          >
            <MoneyInput value={field.value} onValueChange={field.onChange} onBlur={field.onBlur} />
          </Field>
        )}
      />
      <Field name="phone" label="Telefone com DDD" error={errors.phone?.message}>
        <Input
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          placeholder="(00) 00000-0000"
          maxLength={20}
          {...form.register('phone')}
        />
      </Field>
    </div>
  )
}

/** Where the holder is. */
export function AddressFields({ form }: { form: Form }) {
  const { errors } = form.formState
  return (
    <fieldset className="grid gap-6 sm:grid-cols-6">
      <legend className="mb-4 text-sm font-semibold">Endereço</legend>
      <Field name="postal_code" label="CEP" className="sm:col-span-2" error={errors.postal_code?.message}>
        <Input
          inputMode="numeric"
          autoComplete="postal-code"
          placeholder="00000-000"
          maxLength={12}
          {...form.register('postal_code')}
        />
      </Field>
      <Field name="district" label="Bairro" className="sm:col-span-4" error={errors.district?.message}>
        <Input autoComplete="address-level3" maxLength={TEXT_MAX} {...form.register('district')} />
      </Field>
      <Field name="address" label="Rua ou avenida" className="sm:col-span-4" error={errors.address?.message}>
        <Input autoComplete="address-line1" maxLength={TEXT_MAX} {...form.register('address')} />
      </Field>
      <Field
        name="address_number"
        label="Número"
        className="sm:col-span-2"
        error={errors.address_number?.message}
      >
        <Input maxLength={TEXT_MAX} {...form.register('address_number')} />
      </Field>
      <Field
        name="complement"
        label="Complemento"
        optional
        className="sm:col-span-6"
        error={errors.complement?.message}
      >
        <Input autoComplete="address-line2" maxLength={TEXT_MAX} {...form.register('complement')} />
      </Field>
    </fieldset>
  )
}
