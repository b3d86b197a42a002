const { data: found } = await market
  .from('projects')
  .select('title, city, state, deadline_on')
  .eq('status', 'open')
  .in('state', ['SP', 'MG', 'GO'])
  .overlaps('skills', ['programacao-clp', 'scada-supervisorio'])
  .textSearch('search', 'linha', { type: 'websearch', config: 'automacao' })
  .order('created_at', { ascending: false })
  .throwOnError()

console.log(found)
