import type { ReactNode } from 'react'

type DirectoryRowsProps<Row> = {
  /** The accessible name of the list. */
  name: string
  rows: readonly Row[]
  grid: string
  /** Rows that are not shown, by id. */
  leftOut?: ReadonlySet<string> | undefined
  children: (row: Row) => ReactNode
}

/** The results of a directory as a list of cards. */
export function DirectoryRows<Row extends { id: string }>({
  name,
  rows,
  grid,
  leftOut,
  children,
}: DirectoryRowsProps<Row>) {
  return (
    <ul aria-label={name} className={grid}>
      {rows
        .filter(({ id }) => !leftOut?.has(id))
        .map((row) => (
          <li key={row.id} className="far-below -m-1 p-1">
            {children(row)}
          </li>
        ))}
    </ul>
  )
}
