import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import { useSaveFile } from '@/api/request/save-file'
import { calendarLinkQuery, endCalendarLink, makeCalendarLink } from '@/features/settings/queries'
import { formatDate } from '@/lib/format'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'
import { Card, CardBody } from '@/ui/card'
import { CopyField } from '@/ui/copy-field'
import { ErrorState } from '@/ui/error-state'

/** The person's dates in another calendar: as a file, or by an address that it asks by itself. */
export function CalendarLink() {
  const queryClient = useQueryClient()
  const { data: link, error, refetch } = useQuery(calendarLinkQuery())
  const save = useSaveFile('Calendário não baixado')
  const make = useMutation(makeCalendarLink(queryClient))
  const end = useMutation(endCalendarLink(queryClient))
  const since = link?.created_at ?? null
  const refused = (failure: unknown) =>
    toast({ variant: 'destructive', title: 'Endereço não alterado', description: errorSentence(failure) })
  return (
    <Card className="max-w-2xl">
      <CardBody className="flex flex-col gap-4">
        <div>
          <h2 className="text-base font-semibold">Prazos na sua agenda</h2>
          <p className="text-sm text-muted">
            Entregas, aceites, pagamentos, disputas e propostas de quem você representa. Baixe uma vez, ou
            assine por um endereço no Google Agenda, no Outlook ou no celular.
          </p>
        </div>
        {error !== null && (
          <ErrorState className="py-4" message={errorSentence(error)} onRetry={() => void refetch()} />
        )}
        {make.data?.path != null && (
          <div className="flex flex-col gap-1.5">
            <CopyField label="Endereço da agenda" value={`${window.location.origin}${make.data.path}`} />
            <p className="text-sm text-muted">
              Copie agora: ele não é mostrado de novo. Quem o tem vê os seus prazos.
            </p>
          </div>
        )}
        {since !== null && <p className="text-sm">Um endereço está ativo desde {formatDate(since)}.</p>}
        <div className="flex flex-wrap gap-2">
          <Button loading={save.isPending} onClick={() => save.mutate({ of: 'calendar' })}>
            Baixar prazos (.ics)
          </Button>
          <Button loading={make.isPending} onClick={() => make.mutate(undefined, { onError: refused })}>
            {since === null ? 'Criar endereço' : 'Trocar endereço'}
          </Button>
          {since !== null && (
            <Button
              loading={end.isPending}
              onClick={() =>
                end.mutate(undefined, {
                  onError: refused,
                  onSuccess: () => {
                    make.reset()
                    toast({ title: 'Endereço encerrado' })
                  },
                })
              }
            >
              Encerrar endereço
            </Button>
          )}
        </div>
      </CardBody>
    </Card>
  )
}
