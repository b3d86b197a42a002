const { data: engineers } = await market
  .from('profiles')
  .select('name, headline, portfolio_projects!inner(title, technologies)')
  .eq('role', 'professional')
  .order('updated_at', { ascending: false })
  .limit(1)
  .throwOnError()

console.log(engineers)
