const { data: page, count } = await market
  .from('projects')
  .select('id, title', { count: 'exact' })
  .eq('status', 'open')
  .order('created_at', { ascending: false })
  .range(0, 9)
  .throwOnError()

console.log(`${page.length} de ${count}`)
