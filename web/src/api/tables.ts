import type { Database } from '@/api/schema'

type Tables = Database['public']['Tables']

export type TableName = keyof Tables
/** A row as it is read. */
export type Row<Name extends TableName> = Tables[Name]['Row']
/** What an insert may carry. */
export type Insert<Name extends TableName> = Tables[Name]['Insert']
/** What an update may carry. */
export type Update<Name extends TableName> = Tables[Name]['Update']
