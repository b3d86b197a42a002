import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { AcceptAction } from '@/features/proposal/received/accept-action'
import { NoteField, ShortlistStar } from '@/features/proposal/compare/compare-note'
import { bestOf, differs, nameOf, ROWS, stateOf, type CompareRow, type Compared } from './compare-rows'
import { CounterAction } from '@/features/proposal/terms/terms-action'
import type { ProposedTo } from '@/features/proposal/received/proposal-card'
import { isOutdated } from '@/features/proposal/own/sent-proposals'
import { classNames } from '@/lib/class-names'
import { paths } from '@/lib/paths'
import { Badge } from '@/ui/badge'

type CompareTableProps = {
  proposals: readonly Compared[]
  /** Which two a narrow screen shows. */
  pair: readonly string[]
  project: ProposedTo
  mayDecide: boolean
  mayNote: boolean
}

// On narrow screens a row's name stands above its two cells; the roles say that it is a table still.
const ROW = 'max-md:grid max-md:grid-cols-2'
const NAME =
  'text-left text-xs font-medium text-muted max-md:col-span-2 max-md:bg-sunken max-md:px-3 max-md:py-1.5 md:sticky md:left-0 md:z-10 md:w-40 md:min-w-40 md:border-r md:border-line md:bg-sunken md:px-4 md:py-3 md:align-top'
const CELL = 'min-w-0 px-3 py-3 align-top text-sm break-words md:min-w-56 md:px-4'

/** How many a narrow screen shows; of more, the two are chosen by name above the table. */
export const COLUMNS_NARROW = 2
const NAMED_ABOVE = 'max-md:sr-only print:not-sr-only'

/** Proposals side by side: a column each, a row for everything they say. */
export function CompareTable(props: CompareTableProps) {
  const { proposals, pair } = props
  const isShown = new Set(pair)
  const hidden = (id: string) => !isShown.has(id) && 'max-md:hidden print:table-cell'
  const pick = proposals.filter(({ id }) => isShown.has(id))
  return (
    <div
      role="region"
      aria-label="Comparação das propostas"
      // A region that scrolls must be reachable by keyboard (WCAG 2.1.1).
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="print-landscape overflow-auto rounded border border-line bg-raised md:max-h-[80dvh] print:max-h-none print:overflow-visible print:border-0"
    >
      <table role="table" className="w-full border-separate border-spacing-0 max-md:block">
        <caption className="sr-only">
          Propostas lado a lado: uma coluna para cada, uma linha para cada condição
        </caption>
        <thead className="max-md:block md:sticky md:top-0 md:z-20">
          <Heads {...props} hidden={hidden} />
        </thead>
        <tbody className="max-md:block">
          {ROWS.map((row) => (
            <Facts key={row.label} row={row} proposals={proposals} pick={pick} hidden={hidden} />
          ))}
          <tr role="row" className={ROW}>
            <RowName>Anotação da equipe</RowName>
            {proposals.map((proposal) => (
              <Cell
                key={proposal.id}
                className={classNames(CELL, 'border-line md:border-t', hidden(proposal.id))}
              >
                <NoteField proposal={proposal} mayNote={props.mayNote} />
              </Cell>
            ))}
          </tr>
          {props.mayDecide && <Decisions {...props} hidden={hidden} />}
        </tbody>
      </table>
    </div>
  )
}

type Hiding = { hidden: (id: string) => string | false }

function Heads({ proposals, project, mayNote, hidden }: CompareTableProps & Hiding) {
  const best = bestOf(proposals)
  const isPicked = proposals.length > COLUMNS_NARROW
  return (
    <tr role="row" className={ROW}>
      <th role="columnheader" scope="col" className={classNames(NAME, 'max-md:hidden')}>
        Condição
      </th>
      {proposals.map((proposal) => (
        <th
          key={proposal.id}
          role="columnheader"
          scope="col"
          className={classNames(
            'min-w-0 border-b border-line bg-raised px-3 py-3 text-left align-top font-normal md:min-w-56 md:px-4',
            hidden(proposal.id),
          )}
        >
          <div className="flex items-start justify-between gap-2">
            <span className="min-w-0 text-sm font-semibold break-words">
              {proposal.professional === null ? (
                <span className={classNames(isPicked && NAMED_ABOVE)}>{nameOf(proposal)}</span>
              ) : (
                <Link
                  to={paths.professional(proposal.professional.id, proposal.professional.name)}
                  className="py-1 hover:underline"
                >
                  <span className={classNames(isPicked && NAMED_ABOVE)}>{nameOf(proposal)}</span>{' '}
                  {isPicked && (
                    <span className="font-medium underline md:hidden print:hidden">Ver perfil</span>
                  )}
                </Link>
              )}
            </span>
            <ShortlistStar proposal={proposal} mayNote={mayNote} />
          </div>
          <div className="mt-1 flex flex-wrap gap-1">
            <Badge tone="neutral">{stateOf(proposal, project)}</Badge>
            {best(proposal).map((word) => (
              <Badge key={word} tone="success">
                {word}
              </Badge>
            ))}
            {proposal.offers.length > 0 && <Badge tone="info">Contraproposta aberta</Badge>}
          </div>
        </th>
      ))}
    </tr>
  )
}

type FactsProps = Hiding & {
  row: CompareRow
  proposals: readonly Compared[]
  /** Those that every screen shows. */
  pick: readonly Compared[]
}

function Facts({ row, proposals, pick, hidden }: FactsProps) {
  return (
    <tr role="row" className={ROW}>
      <RowName>
        {row.label}
        {differs(row, proposals) && (
          <span
            className={classNames(
              'ml-1.5 whitespace-nowrap text-warning',
              !differs(row, pick) && 'max-md:hidden',
            )}
          >
            <span aria-hidden>≠ </span>difere
          </span>
        )}
      </RowName>
      {proposals.map((proposal) => (
        <Cell
          key={proposal.id}
          className={classNames(
            CELL,
            'border-line md:border-t',
            row.amount !== undefined && 'figures',
            row.isLong === true && 'leading-relaxed whitespace-pre-line',
            hidden(proposal.id),
          )}
        >
          {row.text(proposal)}
        </Cell>
      ))}
    </tr>
  )
}

function RowName({ children }: { children: ReactNode }) {
  return (
    <th role="rowheader" scope="row" className={classNames(NAME, 'md:border-t')}>
      {children}
    </th>
  )
}

function Decisions({ proposals, project, hidden }: CompareTableProps & Hiding) {
  return (
    <tr role="row" className={classNames(ROW, 'print:hidden')}>
      <RowName>Decisão</RowName>
      {proposals.map((proposal) => (
        <Cell key={proposal.id} className={classNames(CELL, 'border-line md:border-t', hidden(proposal.id))}>
          <Decision proposal={proposal} project={project} />
        </Cell>
      ))}
    </tr>
  )
}

function Decision({ proposal, project }: { proposal: Compared; project: ProposedTo }) {
  if (proposal.status !== 'pending') return '—'
  return (
    <div className="flex flex-col items-stretch gap-2 md:items-start">
      {isOutdated(proposal, project) ? (
        <p className="text-muted">Aguarda a confirmação do profissional.</p>
      ) : (
        <AcceptAction proposal={proposal} title={project.title} professional={nameOf(proposal)} size="sm" />
      )}
      <CounterAction proposal={proposal} size="sm" />
    </div>
  )
}

/** Laid out as a grid on narrow screens, where a browser may forget what it is. */
function Cell({ className, children }: { className: string; children: ReactNode }) {
  return (
    // eslint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role
    <td role="cell" className={className}>
      {children}
    </td>
  )
}
