const { data: visit } = await market
  .from('acme_visits')
  .insert({ plant: 'Envase, linha 4', scheduled_on: '2027-01-12' })
  .select()
  .single()
  .throwOnError()

console.log(visit)
