import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { configQuery } from '@/api/config'
import { errorSentence } from '@/api/errors'
import type { Role } from '@/api/session/party'
import { DeviceNotifications } from '@/features/settings/device-notifications'
import { preferencesQuery, savePreferences, type Preferences } from '@/features/settings/queries'
import { Card, CardBody } from '@/ui/card'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'
import { Switch } from '@/ui/switch'
import { toast } from '@/lib/toast'

const CHOICES: readonly { name: keyof Preferences; label: string; hint: string; role?: Role }[] = [
  {
    name: 'new_messages',
    label: 'Novas mensagens',
    hint: 'Aviso no sino, nos aparelhos e, se a mensagem continuar sem ler, por e-mail.',
  },
  {
    name: 'new_proposals',
    label: 'Novas propostas',
    hint: 'Aviso no sino, nos aparelhos e por e-mail quando uma proposta chega ou é retirada.',
  },
  {
    name: 'saved_searches',
    label: 'Buscas salvas',
    hint: 'Aviso no sino, nos aparelhos e por e-mail quando chega um resultado, com a frequência de cada busca.',
  },
  {
    name: 'new_invitations',
    label: 'Convites para propor',
    hint: 'Empresas convidam você para projetos delas, no sino, nos aparelhos e por e-mail. Desligado, ninguém convida você.',
    role: 'professional',
  },
  {
    name: 'newsletter',
    label: 'Newsletter semanal',
    hint: 'Às segundas, por e-mail: o que entrou de novo e combina com você.',
  },
]

/** The member's notification preferences; each choice is saved at once. */
export function NotificationSettings({ profileId, role }: { profileId: string; role: Role }) {
  const query = useQuery(preferencesQuery(profileId))
  const { data: config } = useQuery(configQuery())
  const save = useMutation({
    ...savePreferences(useQueryClient(), profileId),
    onSuccess: () => toast({ title: 'Preferência salva' }),
  })
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading label="Carregando preferências…">
        <Skeleton className="h-48 max-w-2xl" />
      </Loading>
    )
  }
  const preferences = query.data

  function choose(name: keyof Preferences, wanted: boolean) {
    save.mutate(
      { ...preferences, [name]: wanted },
      {
        onError: (error) =>
          toast({
            variant: 'destructive',
            title: 'Preferência não salva',
            description: errorSentence(error),
          }),
      },
    )
  }

  return (
    <Card className="max-w-2xl">
      <CardBody className="divide-y divide-line py-2">
        {CHOICES.filter((choice) => choice.role === undefined || choice.role === role).map(
          ({ name, label, hint }) => (
            <Switch
              key={name}
              label={label}
              hint={hint}
              checked={preferences[name]}
              onCheckedChange={(wanted) => choose(name, wanted)}
            />
          ),
        )}
        <DeviceNotifications profileId={profileId} />
        {config?.mail === false && (
          <p className="py-3 text-sm text-muted">
            Esta instalação não envia e-mails: por enquanto os avisos aparecem só no sino.
          </p>
        )}
      </CardBody>
    </Card>
  )
}
