const visits = market.channel('minhas-visitas')
const changed = new Promise((resolve) => {
  const all = { event: '*', schema: 'public', table: 'acme_visits' }
  visits.on('postgres_changes', all, (change) => resolve(change.new))
})
await new Promise((ready) => visits.on('system', {}, ready).subscribe())

await market.from('acme_visits').update({ notes: 'Levar o cabo MPI.' }).eq('id', visit.id).throwOnError()
console.log((await changed).notes)

await market.removeChannel(visits)
