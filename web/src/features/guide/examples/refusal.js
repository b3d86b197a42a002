const { error } = await market.rpc('accept_proposal', {
  proposal_id: '00000000-0000-7000-8000-000000000000',
})

console.log({ code: error.code, message: error.message })
