import type { Database } from '@/api/schema'

type Tables = Database['public']['Tables']

/** A row as it is read. */
export type Row<Name extends keyof Tables> = Tables[Name]['Row']
/** What an insert may carry. */
export type Insert<Name extends keyof Tables> = Tables[Name]['Insert']
/** What an update may carry. */
export type Update<Name extends keyof Tables> = Tables[Name]['Update']
