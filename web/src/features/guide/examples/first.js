const { data: newest } = await market
  .from('projects')
  .select('title, budget, city, state')
  .eq('status', 'open')
  .order('created_at', { ascending: false })
  .limit(2)
  .throwOnError()

console.log(newest)
