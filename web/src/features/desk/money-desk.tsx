import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useInstitution } from '@/api/config'
import { errorSentence } from '@/api/errors'
import { DeskLists } from './desk-lists'
import { deskQuery, reconcile, verifyLedger, type Figures } from './queries'
import { Summary } from './summary'
import { formatCount, formatDistance, formatMonth } from '@/lib/format'
import { formatMoney, ofCents, sumOf } from '@/lib/money'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { BarChart } from '@/ui/chart'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/ui/table'

/** The money of the whole market: held, pending, in disagreement and earned. */
export function MoneyDesk() {
  const query = useQuery(deskQuery())
  const institution = useInstitution()
  if (query.data === undefined) {
    return query.isError ? (
      <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
    ) : (
      <Loading label="Carregando o dinheiro…">
        <Skeleton className="mb-6 h-28" />
        <Skeleton className="h-64" />
      </Loading>
    )
  }
  const figures = query.data
  const hasGuarantee =
    institution !== null || figures.held > 0 || figures.fee_cents > 0 || figures.differences > 0
  return (
    <div className="flex flex-col gap-8">
      <Summary figures={figures} institution={institution} hasGuarantee={hasGuarantee} />
      <DeskLists figures={figures} hasGuarantee={hasGuarantee} isDirect={institution === null} />
      <Checks figures={figures} institution={institution} />
      {hasGuarantee && <FeeMonths months={figures.fee_months} />}
    </div>
  )
}

const MONTH_LETTERS = 3

/** The fees earned by month, as a chart and its table. */
function FeeMonths({ months }: { months: Figures['fee_months'] }) {
  const named = months.map(({ month, cents }) => ({ name: formatMonth(`${month}-15T12:00:00Z`), cents }))
  const total = sumOf(months.map(({ cents }) => ofCents(cents)))
  return (
    <section aria-labelledby="taxa" className="flex flex-col gap-4">
      <div>
        <h2 id="taxa" className="text-lg font-semibold">
          Taxa ganha
        </h2>
        <p className="text-sm text-muted">
          {formatMoney(total)} nos últimos doze meses, pelo mês em que cada marco foi liberado.
        </p>
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <BarChart
          isBare
          caption="Taxa ganha por mês"
          points={named.map(({ name, cents }) => ({ label: name.slice(0, MONTH_LETTERS), value: cents }))}
        />
        <Table caption="Taxa ganha por mês">
          <TableHead>
            <TableRow>
              <TableHeader>Mês</TableHeader>
              <TableHeader numeric>Taxa</TableHeader>
            </TableRow>
          </TableHead>
          <TableBody>
            {named.toReversed().map(({ name, cents }) => (
              <TableRow key={name}>
                <TableCell className="py-1.5 first-letter:uppercase">{name}</TableCell>
                <TableCell numeric className="py-1.5">
                  {formatMoney(ofCents(cents))}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </div>
    </section>
  )
}

/** Checks the ledger against its postings and against the institution. */
function Checks({ figures, institution }: { figures: Figures; institution: string | null }) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <LedgerCheck />
      {institution !== null && <Comparison figures={figures} institution={institution} />}
    </div>
  )
}

function LedgerCheck() {
  const verify = useMutation(verifyLedger())
  return (
    <Check
      title="Livro-razão"
      about="Soma todos os lançamentos e refaz a corrente, do primeiro ao último. Também é feito toda noite."
      action={
        <Button loading={verify.isPending} onClick={() => verify.mutate()}>
          Verificar o livro
        </Button>
      }
    >
      {verify.isError && <Outcome isGood={false}>{errorSentence(verify.error)}</Outcome>}
      {verify.isSuccess && <Verified {...verify.data} />}
    </Check>
  )
}

type Verification = { balanced: boolean; chained: boolean; entries: number }

function Verified({ balanced, chained, entries }: Verification) {
  const counted = formatCount(entries, 'lançamento', 'lançamentos')
  if (balanced && chained)
    return <Outcome isGood>O livro confere: {counted}, somas e corrente em ordem.</Outcome>
  return (
    <Outcome isGood={false}>
      O livro não confere ({counted}). {!balanced && 'A soma dos lançamentos não bate com os saldos. '}
      {!chained && 'Um lançamento foi alterado, retirado ou acrescentado por fora. '}
      Suspenda repasses até que a causa seja conhecida.
    </Outcome>
  )
}

function Comparison({ figures, institution }: { figures: Figures; institution: string }) {
  const compare = useMutation(reconcile(useQueryClient()))
  return (
    <Check
      title="Conciliação"
      about={`Compara cada cobrança com o que ${institution} diz dela. Também é feita a cada cinco minutos.`}
      action={
        <Button loading={compare.isPending} onClick={() => compare.mutate()}>
          Conciliar agora
        </Button>
      }
    >
      {compare.isError && <Outcome isGood={false}>{errorSentence(compare.error)}</Outcome>}
      {compare.data === null && (
        <Outcome isGood={false}>A conciliação ainda está em andamento. O resultado aparece aqui.</Outcome>
      )}
      <Compared figures={compare.data ?? figures} />
    </Check>
  )
}

function Compared({ figures }: { figures: Figures }) {
  const { compared_at, compared_charges, is_compared_wholly, differences } = figures
  if (compared_at === null) return <p className="text-sm text-muted">Ainda não houve conciliação.</p>
  const when = `Conciliado ${formatDistance(compared_at)}: ${formatCount(compared_charges, 'cobrança conferida', 'cobranças conferidas')}`
  if (!is_compared_wholly)
    return <Outcome isGood={false}>{when}, mas não até o fim. A instituição não respondeu a tudo.</Outcome>
  if (differences > 0)
    return (
      <Outcome isGood={false}>
        {when}, {formatCount(differences, 'divergência aberta', 'divergências abertas')}.
      </Outcome>
    )
  return <Outcome isGood>{when}, nenhuma divergência aberta.</Outcome>
}

type CheckProps = { title: string; about: string; action: ReactNode; children: ReactNode }

function Check({ title, about, action, children }: CheckProps) {
  return (
    <Card className="flex flex-col items-start gap-3 p-5">
      <h2 className="font-semibold">{title}</h2>
      <p className="text-sm text-muted">{about}</p>
      {action}
      <div role="status" className="w-full empty:hidden">
        {children}
      </div>
    </Card>
  )
}

function Outcome({ isGood, children }: { isGood: boolean; children: ReactNode }) {
  const Icon = isGood ? CircleCheck : TriangleAlert
  return (
    <p className="flex items-start gap-2 text-sm">
      <Icon className={`mt-0.5 size-4 shrink-0 ${isGood ? 'text-success' : 'text-warning'}`} aria-hidden />
      <span>{children}</span>
    </p>
  )
}
