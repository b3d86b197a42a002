import { useQuery } from '@tanstack/react-query'
import { Download, Pencil } from 'lucide-react'
import { Link } from 'react-router'
import { errorSentence } from '@/api/errors'
import { useSaveFile } from '@/api/request/save-file'
import { DeleteAccount } from '@/features/settings/account/delete-account'
import { privateDataQuery } from '@/features/settings/queries'
import { RegisteredNumbers } from '@/features/settings/numbers/registered-numbers'
import { paths, profilePath } from '@/lib/paths'
import { Button } from '@/ui/button'
import { Card, CardBody } from '@/ui/card'
import { ErrorState } from '@/ui/error-state'
import { ThemeSelect } from '@/ui/theme-select'

type ProfileSettingsProps = {
  profile: { id: string; role: string; name: string; is_party: boolean }
  /** The organisations whose CNPJ is the person's to have corrected. */
  managed: readonly string[]
  /** Whether the profile is the person's to edit: a founder's is the organisation's. */
  mayEdit: boolean
}

/** How a professional bills: without a firm or with one; undefined if it is not theirs to change. */
type Billing = 'alone' | 'firm' | undefined

/** The public and private data, with the links to export it or delete the account. */
export function ProfileSettings({
  profile,
  managed,
  mayEdit,
  billing,
}: ProfileSettingsProps & { billing: Billing }) {
  return (
    <div className="flex max-w-2xl flex-col gap-6">
      <PublicPart profile={profile} mayEdit={mayEdit} />
      <PrivatePart profile={profile} managed={managed} />
      {billing && <BillingPart billing={billing} />}
      <Card>
        <CardBody className="flex flex-wrap items-center justify-between gap-4">
          <h2 className="text-base font-semibold">Aparência</h2>
          <ThemeSelect />
        </CardBody>
      </Card>
      <OwnData />
    </div>
  )
}

function PublicPart({ profile, mayEdit }: Pick<ProfileSettingsProps, 'profile' | 'mayEdit'>) {
  return (
    <Card>
      <CardBody className="flex flex-col gap-4">
        <div>
          <h2 className="text-base font-semibold">{profile.is_party ? 'Perfil público' : 'Seu perfil'}</h2>
          <p className="text-sm text-muted">
            {profile.is_party
              ? mayEdit
                ? 'Nome, título, sobre, habilidades e imagens são públicos.'
                : 'O perfil é o da organização; quem cuida da equipe dela é quem o edita.'
              : 'Nome, título e foto são vistos por colegas e por quem conversa com você.'}
          </p>
        </div>
        <div className="flex flex-wrap gap-2 empty:hidden">
          {mayEdit && (
            <Button asChild variant="primary">
              <Link to={paths.editProfile()}>
                <Pencil className="size-4" aria-hidden />
                Editar Perfil
              </Link>
            </Button>
          )}
          {profile.is_party && profile.role !== 'admin' && (
            <Button asChild>
              <Link to={profilePath(profile)}>Ver como os outros veem</Link>
            </Button>
          )}
        </div>
      </CardBody>
    </Card>
  )
}

function BillingPart({ billing }: { billing: 'alone' | 'firm' }) {
  return (
    <Card>
      <CardBody className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="text-base font-semibold">Faturamento</h2>
          <p className="text-sm text-muted">
            {billing === 'alone'
              ? 'Você fatura como pessoa física. Com CNPJ, os contratos são da firma e colegas podem entrar na equipe.'
              : 'Você fatura como empresa.'}
          </p>
        </div>
        <Button asChild>
          <Link to={paths.registerFirm()}>
            {billing === 'alone' ? 'Faturar como empresa (PJ/MEI)' : 'Dados da firma'}
          </Link>
        </Button>
      </CardBody>
    </Card>
  )
}

function PrivatePart({ profile, managed }: Pick<ProfileSettingsProps, 'profile' | 'managed'>) {
  const { data: account, error, refetch } = useQuery(privateDataQuery(profile.id))
  return (
    <Card>
      <CardBody className="flex flex-col gap-4">
        <div>
          <h2 className="text-base font-semibold">Dados privados</h2>
          <p className="text-sm text-muted">Só você e a administração da plataforma veem.</p>
        </div>
        {error !== null && (
          <ErrorState className="py-4" message={errorSentence(error)} onRetry={() => void refetch()} />
        )}
        <dl>
          <dt className="text-sm text-muted">E-mail</dt>
          <dd className="break-words">{account?.email ?? '–'}</dd>
        </dl>
        <RegisteredNumbers profile={profile} managed={managed} />
      </CardBody>
    </Card>
  )
}

function OwnData() {
  return (
    <Card>
      <CardBody className="flex flex-col gap-4">
        <div>
          <h2 className="text-base font-semibold">Seus dados (LGPD)</h2>
          <p className="text-sm text-muted">
            Leve uma cópia de tudo, ou peça que seja apagado. O que guardamos e por quê está na{' '}
            <Link to={paths.privacy()} className="underline underline-offset-2">
              Política de Privacidade
            </Link>
            .
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ExportAction />
          <DeleteAccount />
        </div>
      </CardBody>
    </Card>
  )
}

function ExportAction() {
  const save = useSaveFile('Download não concluído')
  return (
    <Button loading={save.isPending} onClick={() => save.mutate({ of: 'export_data' })}>
      <Download className="size-4" aria-hidden />
      Baixar meus dados
    </Button>
  )
}
