import { createClient } from '@supabase/supabase-js'
import type { Database, Tables, TablesInsert } from './database'

const market = createClient<Database>('{{url}}', '{{key}}')

export async function publish(draft: TablesInsert<'projects'>): Promise<Tables<'projects'>['id']> {
  const { data } = await market.from('projects').insert(draft).select('id').single().throwOnError()
  return data.id
}
