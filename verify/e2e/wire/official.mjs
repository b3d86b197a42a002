// Calls a server of the protocols alone as an app would, with the official client: what
// the protocols have to know of each other. What is found wrong is thrown.
import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { good, run, visitor, WIRE_ANON, WIRE_SECRET, WIRE_URL } from './client.mjs'

let ana, user

// A wallet of Solana signs with Ed25519 and has its key for an address.
function solanaWallet() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let address = ''
  for (let rest = BigInt('0x' + key.toString('hex')); rest > 0n; rest /= 58n) address = digits[Number(rest % 58n)] + address
  address = '1'.repeat(key.findIndex((byte) => byte !== 0)) + address
  return { publicKey: { toBase58: () => address }, signMessage: async (message) => new Uint8Array(sign(null, message, privateKey)) }
}

const parts = {
  async auth() {
    ana = visitor()
    const { session, ...signedUp } = good(await ana.auth.signUp({ email: 'ana@example.com', password: 'correct horse', options: { data: { name: 'Ana' } } }))
    assert.ok(session?.access_token)
    user = signedUp.user
    assert.equal(user.user_metadata.name, 'Ana')
    const wrong = await visitor().auth.signInWithPassword({ email: 'ana@example.com', password: 'battery staple' })
    assert.equal(wrong.error?.code, 'invalid_credentials')
    good(await ana.auth.signInWithPassword({ email: 'ana@example.com', password: 'correct horse' }))
    good(await ana.auth.refreshSession())
    assert.equal(good(await ana.auth.getUser()).user.email, 'ana@example.com')
    const anonymous = good(await visitor().auth.signInAnonymously())
    assert.equal(anonymous.user.is_anonymous, true)
    const wallet = solanaWallet()
    const holder = good(await visitor().auth.signInWithWeb3({ chain: 'solana', statement: 'Come in', wallet, options: { url: `${WIRE_URL}/app` } }))
    assert.equal(holder.user.user_metadata.custom_claims.address, wallet.publicKey.toBase58())
    const elsewhere = await visitor().auth.signInWithWeb3({ chain: 'solana', wallet, options: { url: 'https://evil.example/' } })
    assert.match(elsewhere.error?.message, /not allowed on this server/)
    const unasked = await visitor().auth.signInWithSSO({ domain: 'example.com' })
    assert.equal(unasked.error?.code, 'saml_provider_disabled')
    const admin = visitor(WIRE_SECRET)
    const made = good(await admin.auth.admin.createUser({ email: 'bia@example.com', password: 'correct horse', email_confirm: true }))
    assert.equal(made.user.email, 'bia@example.com')
    const refused = await visitor().auth.admin.listUsers()
    assert.ok(refused.error)
  },

  async rest() {
    const row = good(await ana.from('todos').insert({ task: 'Buy bread' }).select().single())
    assert.equal(row.user_id, user.id)
    assert.deepEqual(good(await visitor().from('todos').select()), [])
    const bia = visitor(WIRE_ANON)
    good(await bia.auth.signInWithPassword({ email: 'bia@example.com', password: 'correct horse' }))
    assert.deepEqual(good(await bia.from('todos').select()), [])
    const forged = await bia.from('todos').insert({ task: 'For Ana', user_id: user.id })
    assert.equal(forged.error?.code, '42501')
    const short = await ana.from('todos').insert({ task: 'x' })
    assert.equal(short.error?.code, '23514')
    assert.equal(good(await visitor(WIRE_SECRET).from('todos').select()).length, 1)
    const strange = await visitor('sb_publishable_of_somebody_else_entirely').from('todos').select()
    assert.equal(strange.status, 401)
  },

  async storage() {
    const path = `${user.id}/note.txt`
    good(await ana.storage.from('notes').upload(path, new Blob(['milk']), { contentType: 'text/plain' }))
    assert.equal(await good(await ana.storage.from('notes').download(path)).text(), 'milk')
    assert.equal(good(await ana.storage.from('notes').list(user.id)).length, 1)
    const { signedUrl } = good(await ana.storage.from('notes').createSignedUrl(path, 60))
    assert.equal(await (await fetch(signedUrl)).text(), 'milk')
    assert.ok((await visitor().storage.from('notes').download(path)).error)
    assert.ok((await ana.storage.from('notes').upload('other/note.txt', new Blob(['no']))).error)
    good(await ana.storage.from('notes').remove([path]))
  },
}

await run(parts)
