// Calls /auth/v1 of a server of the protocols alone as an app would, with the official
// client. The test that runs it gives it the server's address and keys, and where it
// reads its mails; what it finds wrong it throws.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import ws from 'ws'

const { WIRE_URL, WIRE_PUBLISHABLE, WIRE_SECRET, WIRE_MAILS } = process.env
const password = 'correct horse 7'

/** A client with a memory of its own, which PKCE keeps its verifier in. */
function visitor(key = WIRE_PUBLISHABLE, auth = {}) {
  const kept = new Map()
  const storage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => void kept.set(name, value), removeItem: (name) => void kept.delete(name) }
  return createClient(WIRE_URL, key, { auth: { persistSession: true, autoRefreshToken: false, detectSessionInUrl: false, storage, ...auth }, realtime: { transport: ws } }).auth
}
const pkce = () => visitor(undefined, { flowType: 'pkce' })
const good = ({ data, error }) => (assert.equal(error, null), data)
const bad = ({ error }, code, status) => {
  assert.equal(error?.code, code, error?.message)
  if (status) assert.equal(error.status, status)
  return error
}

/** The next mail to an address: its code and its link. */
async function mail(to) {
  const answer = await fetch(`${WIRE_MAILS}?to=${encodeURIComponent(to)}`)
  assert.equal(answer.status, 200)
  return answer.json()
}

/** Follows a mail's link as its page does, whose button posts it. */
async function press(link) {
  const address = new URL(link)
  const page = await fetch(link)
  assert.match(await page.text(), /<form/)
  const answer = await fetch(address.origin + address.pathname, { method: 'POST', body: new URLSearchParams(address.searchParams), redirect: 'manual' })
  assert.equal(answer.status, 303)
  return new URL(answer.headers.get('location'))
}

async function confirmed(client, email, options) {
  const { user, session } = good(await client.signUp({ email, password, options }))
  assert.equal(session, null)
  good(await client.verifyOtp({ type: 'signup', email, token: (await mail(email)).code }))
  return user
}

/** What an authenticator app shows (RFC 6238). */
function totp(secret, step = Math.floor(Date.now() / 30_000)) {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', key).update(counter).digest()
  return String((hash.readUInt32BE(hash.at(-1) & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

const parts = {
  async 'sign-up'() {
    const ana = visitor()
    const asked = good(await ana.signUp({ email: 'ana@example.com', password, options: { data: { name: 'Ana' } } }))
    assert.equal(asked.session, null)
    bad(await ana.signInWithPassword({ email: 'ana@example.com', password }), 'email_not_confirmed', 400)
    const { code } = await mail('ana@example.com')
    bad(await ana.verifyOtp({ type: 'signup', email: 'ana@example.com', token: '000000' }), 'otp_expired', 403)
    const { session, user } = good(await ana.verifyOtp({ type: 'signup', email: 'ana@example.com', token: code }))
    assert.equal(user.user_metadata.name, 'Ana')
    assert.equal(good(await ana.getClaims(session.access_token)).claims.session_id.length, 36)
    const weak = bad(await visitor().signUp({ email: 'weak@example.com', password: 'x' }), 'weak_password', 422)
    assert.deepEqual(weak.reasons, ['length'])
    bad(await visitor().signUp({ email: 'nobody', password }), 'validation_failed', 400)
    bad(await visitor().signInWithPassword({ email: 'ana@example.com', password: 'battery staple' }), 'invalid_credentials', 400)
    // Somebody's address answers as a free one.
    assert.equal(good(await visitor().signUp({ email: 'ana@example.com', password })).session, null)
  },

  async otp() {
    const bia = visitor()
    good(await bia.signInWithOtp({ email: 'bia@example.com' }))
    const first = good(await bia.verifyOtp({ type: 'email', email: 'bia@example.com', token: (await mail('bia@example.com')).code }))
    good(await bia.signInWithOtp({ email: 'bia@example.com', options: { shouldCreateUser: false } }))
    const { link } = await mail('bia@example.com')
    const arrived = await press(link)
    const values = new URLSearchParams(arrived.hash.slice(1))
    const { user } = good(await visitor().setSession({ access_token: values.get('access_token'), refresh_token: values.get('refresh_token') }))
    assert.equal(user.id, first.user.id)
    const spent = new URLSearchParams((await press(link)).hash.slice(1))
    assert.equal(spent.get('error_code'), 'otp_expired')
    bad(await visitor().signInWithOtp({ email: 'stranger@example.com', options: { shouldCreateUser: false } }), 'otp_disabled', 422)
    bad(await visitor().signInWithOtp({ phone: '+5547999990000' }), 'phone_provider_disabled', 400)
  },

  async refresh() {
    const ana = visitor()
    const { session } = good(await ana.signInWithPassword({ email: 'ana@example.com', password }))
    const next = good(await ana.refreshSession()).session
    assert.notEqual(next.refresh_token, session.refresh_token)
    // A client that never got its answer asks again.
    assert.equal(good(await visitor().refreshSession(session)).session.refresh_token, next.refresh_token)
    bad(await visitor().refreshSession({ refresh_token: 'made-up' }), 'refresh_token_not_found', 400)
    const other = visitor()
    good(await other.signInWithPassword({ email: 'ana@example.com', password }))
    assert.equal((await ana.signOut({ scope: 'others' })).error, null)
    assert.equal((await other.getUser()).error?.name, 'AuthSessionMissingError') // What the client makes of session_not_found.
    assert.equal((await ana.signOut()).error, null)
    bad(await visitor().refreshSession(next), 'refresh_token_not_found', 400)
  },

  async pkce() {
    const ana = pkce()
    good(await ana.signInWithOtp({ email: 'ana@example.com' }))
    const code = (await press((await mail('ana@example.com')).link)).searchParams.get('code')
    bad(await visitor().exchangeCodeForSession(code), 'validation_failed', 400) // Who has no verifier.
    assert.equal(good(await ana.exchangeCodeForSession(code)).user.email, 'ana@example.com')
    good(await ana.resetPasswordForEmail('ana@example.com'))
    const again = (await press((await mail('ana@example.com')).link)).searchParams.get('code')
    good(await ana.exchangeCodeForSession(again))
    const thief = pkce()
    good(await thief.signInWithOtp({ email: 'ana@example.com' }))
    const { link } = await mail('ana@example.com')
    const own = pkce()
    good(await own.signInWithOtp({ email: 'ana@example.com' }))
    await mail('ana@example.com')
    bad(await own.exchangeCodeForSession((await press(link)).searchParams.get('code')), 'bad_code_verifier', 400)
  },

  async user() {
    const ana = visitor()
    good(await ana.resetPasswordForEmail('ana@example.com'))
    good(await ana.verifyOtp({ type: 'recovery', email: 'ana@example.com', token: (await mail('ana@example.com')).code }))
    bad(await ana.updateUser({ password }), 'same_password', 422)
    good(await ana.updateUser({ password: 'another horse 8', data: { city: 'Joinville' } }))
    await mail('ana@example.com') // It says that the password was changed.
    assert.equal(good(await ana.getUser()).user.user_metadata.city, 'Joinville')
    good(await ana.signInWithPassword({ email: 'ana@example.com', password: 'another horse 8' }))
    good(await ana.reauthenticate())
    good(await ana.updateUser({ password, nonce: (await mail('ana@example.com')).code }))
    await mail('ana@example.com')
    good(await ana.updateUser({ email: 'ana@example.org' }))
    const half = await ana.verifyOtp({ type: 'email_change', email: 'ana@example.com', token: (await mail('ana@example.com')).code })
    assert.equal(half.error, null)
    const { user } = good(await ana.verifyOtp({ type: 'email_change', email: 'ana@example.org', token: (await mail('ana@example.org')).code }))
    assert.equal(user.email, 'ana@example.org')
  },

  async mfa() {
    const carla = visitor()
    await confirmed(carla, 'carla@example.com')
    const enrolled = good(await carla.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' }))
    assert.match(enrolled.totp.qr_code, /^data:image\/svg/)
    bad(await carla.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' }), 'mfa_factor_name_conflict', 422)
    bad(await carla.mfa.enroll({ factorType: 'phone', phone: '+5547999990000' }), 'mfa_phone_enroll_not_enabled', 422)
    bad(await carla.mfa.challengeAndVerify({ factorId: enrolled.id, code: '000000' }), 'mfa_verification_failed', 422)
    good(await carla.mfa.challengeAndVerify({ factorId: enrolled.id, code: totp(enrolled.totp.secret) }))
    assert.equal(good(await carla.mfa.getAuthenticatorAssuranceLevel()).currentLevel, 'aal2')
    const again = visitor()
    good(await again.signInWithPassword({ email: 'carla@example.com', password }))
    assert.deepEqual(Object.values(good(await again.mfa.getAuthenticatorAssuranceLevel())).slice(0, 2), ['aal1', 'aal2'])
    bad(await again.updateUser({ password: 'another horse 8' }), 'insufficient_aal', 401)
    bad(await again.mfa.unenroll({ factorId: enrolled.id }), 'insufficient_aal', 422)
    const challenge = good(await again.mfa.challenge({ factorId: enrolled.id }))
    // A code is used once: the next one is taken a step early.
    const code = totp(enrolled.totp.secret, Math.floor(Date.now() / 30_000) + 1)
    good(await again.mfa.verify({ factorId: enrolled.id, challengeId: challenge.id, code }))
    assert.equal(good(await again.mfa.listFactors()).totp.length, 1)
    good(await again.mfa.unenroll({ factorId: enrolled.id }))
    bad(await visitor(undefined, { experimental: { recoveryCodes: true } }).mfa.recoveryCodes.getStatus(), 'not_found', 404)
  },

  async admin() {
    const { admin } = visitor(WIRE_SECRET)
    const { user } = good(await admin.createUser({ email: 'dora@example.com', password, email_confirm: true, user_metadata: { name: 'Dora' } }))
    bad(await admin.createUser({ email: 'dora@example.com', password }), 'email_exists', 422)
    assert.equal(good(await admin.getUserById(user.id)).user.email, 'dora@example.com')
    assert.ok(good(await admin.listUsers({ page: 1, perPage: 2 })).users.length === 2)
    const dora = visitor()
    good(await dora.signInWithPassword({ email: 'dora@example.com', password }))
    good(await admin.updateUserById(user.id, { ban_duration: '24h', app_metadata: { plan: 'gold' } }))
    bad(await visitor().signInWithPassword({ email: 'dora@example.com', password }), 'user_banned', 400)
    good(await admin.updateUserById(user.id, { ban_duration: 'none' }))
    const link = good(await admin.generateLink({ type: 'magiclink', email: 'dora@example.com' }))
    good(await dora.verifyOtp({ type: 'magiclink', token_hash: link.properties.hashed_token }))
    assert.equal(good(await dora.getUser()).user.app_metadata.plan, 'gold')
    good(await admin.updateUserById(user.id, { app_metadata: { plan: null } }))
    assert.equal('plan' in good(await dora.getUser()).user.app_metadata, false)
    const led = good(await admin.generateLink({ type: 'recovery', email: 'dora@example.com', options: { redirectTo: `${WIRE_URL}/new-password` } }))
    assert.equal(led.properties.redirect_to, `${WIRE_URL}/new-password`)
    bad(await admin.createUser({ email: 'rui@example.com', password_hash: 'secret' }), 'validation_failed', 400)
    good(await admin.createUser({ email: 'rui@example.com', email_confirm: true, password_hash: '$2a$04$fCYAyUxNqRFbdbdE0xlCaOGE5j1IxmGeB9B2LB2tDtuHnaJxqDgMS' }))
    good(await visitor().signInWithPassword({ email: 'rui@example.com', password }))
    const factor = good(await dora.mfa.enroll({ factorType: 'totp' }))
    assert.equal(good(await admin.mfa.listFactors({ userId: user.id })).factors.length, 1)
    good(await admin.mfa.deleteFactor({ userId: user.id, id: factor.id }))
    good(await admin.inviteUserByEmail('eva@example.com', { data: { name: 'Eva' } }))
    const invited = await mail('eva@example.com')
    assert.match(invited.text, /You were invited/)
    good(await visitor().verifyOtp({ type: 'invite', email: 'eva@example.com', token: invited.code }))
    good(await admin.deleteUser(user.id, true))
    bad(await admin.deleteUser(user.id), 'user_not_found', 404)
    bad(await admin.getUserById(user.id), 'user_not_found', 404)
    bad(await visitor().admin.listUsers(), 'not_admin', 403)
  },

  async identities() {
    const fe = pkce()
    await confirmed(fe, 'fe@example.com')
    const { url } = good(await fe.linkIdentity({ provider: 'keycloak' }))
    const follow = async (from) => new URL((await fetch(from, { redirect: 'manual' })).headers.get('location'))
    const back = await follow(await follow(url))
    assert.equal(good(await fe.getUserIdentities()).identities.length, 1)
    good(await fe.exchangeCodeForSession(back.searchParams.get('code')))
    const { identities } = good(await fe.getUserIdentities())
    assert.deepEqual(identities.map(({ provider }) => provider).sort(), ['email', 'keycloak'])
    const gil = visitor()
    await confirmed(gil, 'gil@example.com')
    // Without PKCE a browser is told from another by a cookie, which this program does not keep.
    const unbound = await follow(await follow(good(await gil.linkIdentity({ provider: 'keycloak' })).url))
    assert.equal(unbound.searchParams.get('error_code'), 'bad_oauth_state')
    good(await fe.unlinkIdentity(identities.find(({ provider }) => provider === 'keycloak')))
    bad(await fe.unlinkIdentity(identities.find(({ provider }) => provider === 'email')), 'single_identity_not_deletable', 422)
    const started = good(await pkce().signInWithOAuth({ provider: 'google', options: { skipBrowserRedirect: true } }))
    assert.equal((await (await fetch(started.url)).json()).error_code, 'validation_failed')
  },

  async anonymous() {
    const passing = visitor()
    const { user } = good(await passing.signInAnonymously({ options: { data: { cart: 3 } } }))
    assert.equal(user.is_anonymous, true)
    bad(await passing.mfa.enroll({ factorType: 'totp' }), 'no_authorization', 403)
    good(await passing.updateUser({ email: 'hugo@example.com' }))
    const { user: kept } = good(await passing.verifyOtp({ type: 'email_change', email: 'hugo@example.com', token: (await mail('hugo@example.com')).code }))
    assert.equal(kept.id, user.id)
    assert.equal(kept.is_anonymous, false)
    good(await passing.updateUser({ password }))
    good(await visitor().signInWithPassword({ email: 'hugo@example.com', password }))
  },
}

for (const [name, part] of Object.entries(parts)) {
  await part()
  console.log(`${name} ok`)
}
process.exit(0)
