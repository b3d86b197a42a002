const channel = market.channel('minhas-mensagens')
const arrived = new Promise((resolve) => {
  const mine = { event: 'INSERT', schema: 'public', table: 'messages', filter: `from_id=eq.${me}` }
  channel.on('postgres_changes', mine, (change) => resolve(change.new))
})
await new Promise((ready) => channel.on('system', {}, ready).subscribe())

await market
  .from('messages')
  .insert({ from_id: me, to_id: engineer.id, content: 'Obrigado!' })
  .throwOnError()
console.log((await arrived).content)

await market.removeChannel(channel)
