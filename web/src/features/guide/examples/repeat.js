const { data: engineer } = await market
  .from('professionals')
  .select('id')
  .order('updated_at', { ascending: false })
  .limit(1)
  .single()
  .throwOnError()

const once = crypto.randomUUID()
async function write() {
  const { data } = await market
    .from('messages')
    .insert({ from_id: me, to_id: engineer.id, content: 'Pode visitar a fábrica na terça?' })
    .select('id')
    .single()
    .setHeader('Idempotency-Key', once)
    .throwOnError()
  return data.id
}

console.log((await write()) === (await write())) // true: foi uma mensagem só
