import { createClient } from '@supabase/supabase-js'

const base = '{{url}}'
const key = '{{key}}'
const market = createClient(base, key)
