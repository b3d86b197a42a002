const { data: session, error: refused } = await market.auth.signInWithPassword({
  email: '{{email}}',
  password: '{{password}}',
})
if (refused) throw refused

const me = session.user.id
