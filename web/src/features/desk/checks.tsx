import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorSentence } from '@/api/errors'
import { type Figures, reconcile, verifyLedger } from './queries'
import { formatCount, formatDistance } from '@/lib/format'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'

/** Checks the ledger against its postings and against the institution. */
export function Checks({ figures, institution }: { figures: Figures; institution: string | null }) {
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
