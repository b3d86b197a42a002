import { AddressForm } from '@/features/settings/account/address-form'
import { PasswordForm } from '@/features/settings/account/password-form'
import { Sessions } from '@/features/settings/account/sessions'
import { SecondFactor } from '@/features/settings/second-factor/second-factor'

type SecuritySettingsProps = {
  address: string
  /** The new address that waits for its confirmation. */
  newAddress: string | undefined
  isAdmin: boolean
}

/** How a person signs in, and where they are signed in. */
export function SecuritySettings({ address, newAddress, isAdmin }: SecuritySettingsProps) {
  return (
    <>
      <section aria-labelledby="address" className="flex flex-col gap-4">
        <h2 id="address" className="text-lg font-semibold">
          E-mail de acesso
        </h2>
        <AddressForm current={address} waiting={newAddress} />
      </section>
      <section aria-labelledby="password" className="flex flex-col gap-4">
        <h2 id="password" className="text-lg font-semibold">
          Alterar senha
        </h2>
        <PasswordForm />
      </section>
      <section aria-labelledby="second-factor" className="flex flex-col gap-4">
        <h2 id="second-factor" className="text-lg font-semibold">
          Verificação em duas etapas
        </h2>
        <SecondFactor isAdmin={isAdmin} />
      </section>
      <section aria-labelledby="sessions" className="flex flex-col gap-4">
        <h2 id="sessions" className="text-lg font-semibold">
          Sessões ativas
        </h2>
        <Sessions />
      </section>
    </>
  )
}
