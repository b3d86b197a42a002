/** Where the next page of a counted list begins; undefined after the last. For `getNextPageParam`. */
export function nextOffset(pageSize: number) {
  return ({ total }: { total: number }, _pages: unknown, offset: number): number | undefined =>
    offset + pageSize < total ? offset + pageSize : undefined
}
