// Lets another app know who people are, with the official client on the side of whoever
// keeps apps and of the page that asks. The test that runs it gives it the server's
// address and keys; what it finds wrong it throws.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { connect, good, run, visitor, WIRE_PUBLISHABLE, WIRE_SECRET, WIRE_URL } from './client.mjs'

const back = 'https://shop.example/callback'
const oauth = `${WIRE_URL}/auth/v1/oauth`

const verifier = randomBytes(32).toString('base64url')
const challenge = createHash('sha256').update(verifier).digest('base64url')
const ask = async (client, scope) => {
  const query = new URLSearchParams({ response_type: 'code', client_id: client, redirect_uri: back, scope, state: 'mine', nonce: 'once', code_challenge: challenge, code_challenge_method: 'S256' })
  const led = await fetch(`${oauth}/authorize?${query}`, { redirect: 'manual' })
  const page = new URL(led.headers.get('location'))
  assert.equal(`${page.origin}${page.pathname}`, `${WIRE_URL}/oauth/consent`)
  return page.searchParams.get('authorization_id')
}
const exchange = async (made, form) => {
  const answer = await fetch(`${oauth}/token`, {
    method: 'POST', body: new URLSearchParams(form),
    headers: { Authorization: `Basic ${Buffer.from(`${made.client_id}:${made.client_secret}`).toString('base64')}` },
  })
  return { status: answer.status, ...(await answer.json()) }
}

const parts = {
  async administration() {
    const { oauth: clients } = visitor(WIRE_SECRET).auth.admin
    const made = good(await clients.createClient({ client_name: 'Shop', redirect_uris: [back] }))
    assert.ok(made.client_secret)
    assert.equal(good(await clients.getClient(made.client_id)).client_secret, undefined)
    assert.equal(good(await clients.updateClient(made.client_id, { client_name: 'The shop' })).client_name, 'The shop')
    const { client_secret } = good(await clients.regenerateClientSecret(made.client_id))
    assert.notEqual(client_secret, made.client_secret)
    const second = good(await clients.createClient({ client_name: 'Gone', redirect_uris: [back], token_endpoint_auth_method: 'none' }))
    assert.equal(second.client_type, 'public')
    assert.equal(good(await clients.listClients({ page: 1, perPage: 1 })).total, 2)
    good(await clients.deleteClient(second.client_id))
    assert.equal((await clients.getClient(second.client_id)).error?.code, 'oauth_client_not_found')
    assert.equal((await visitor().auth.admin.oauth.listClients()).error?.code, 'not_admin')
    return { made: { ...made, client_secret } }
  },

  async agreement({ made }) {
    const ana = visitor()
    good(await ana.auth.signUp({ email: 'ana@example.com', password: 'correct horse', options: { data: { name: 'Ana' } } }))
    const bia = visitor()
    good(await bia.auth.signUp({ email: 'bia@example.com', password: 'correct horse' }))
    const asked = await ask(made.client_id, 'openid profile email')
    const details = good(await ana.auth.oauth.getAuthorizationDetails(asked))
    assert.deepEqual(details.client, { id: made.client_id, name: 'The shop', uri: '', logo_uri: '' })
    assert.equal(details.user.email, 'ana@example.com')
    assert.equal(details.scope, 'openid profile email')
    assert.equal((await bia.auth.oauth.approveAuthorization(asked)).error?.code, 'oauth_authorization_not_found')
    const denied = await ask(made.client_id, 'email')
    good(await ana.auth.oauth.getAuthorizationDetails(denied))
    const refusal = new URL(good(await ana.auth.oauth.denyAuthorization(denied, { skipBrowserRedirect: true })).redirect_url)
    assert.equal(refusal.searchParams.get('error'), 'access_denied')
    const { redirect_url } = good(await ana.auth.oauth.approveAuthorization(asked, { skipBrowserRedirect: true }))
    const led = new URL(redirect_url)
    assert.equal(led.searchParams.get('state'), 'mine')
    return { made, ana, code: led.searchParams.get('code') }
  },

  async app({ made, ana, code }) {
    const given = await exchange(made, { grant_type: 'authorization_code', code, redirect_uri: back, code_verifier: verifier })
    assert.equal(given.status, 200, JSON.stringify(given))
    const signed = JSON.parse(Buffer.from(given.id_token.split('.')[1], 'base64url'))
    assert.deepEqual([signed.aud, signed.nonce, signed.email, signed.name], [made.client_id, 'once', 'ana@example.com', 'Ana'])
    const headers = { Authorization: `Bearer ${given.access_token}` }
    const told = await (await fetch(`${oauth}/userinfo`, { headers })).json()
    assert.equal(told.sub, signed.sub)
    const theirs = connect(WIRE_URL, WIRE_PUBLISHABLE, { accessToken: async () => given.access_token })
    good(await theirs.storage.listBuckets())
    const renewed = await exchange(made, { grant_type: 'refresh_token', refresh_token: given.refresh_token })
    assert.equal(renewed.status, 200)
    const own = await ana.auth.refreshSession({ refresh_token: renewed.refresh_token })
    assert.equal(own.error?.code, 'refresh_token_not_found')
    const granted = good(await ana.auth.oauth.listGrants())
    assert.deepEqual([granted.length, granted[0].client.id, granted[0].scopes], [1, made.client_id, ['openid', 'profile', 'email']])
    assert.ok(good(await ana.auth.oauth.getAuthorizationDetails(await ask(made.client_id, 'email'))).redirect_url)
    good(await ana.auth.oauth.revokeGrant({ clientId: made.client_id }))
    assert.equal((await fetch(`${oauth}/userinfo`, { headers })).status, 401)
    assert.ok((await theirs.storage.listBuckets()).error)
    assert.equal((await exchange(made, { grant_type: 'refresh_token', refresh_token: renewed.refresh_token })).error, 'invalid_grant')
    return { ana }
  },

  async registration(cast) {
    for (const at of ['/.well-known/oauth-authorization-server', '/.well-known/oauth-authorization-server/auth/v1', '/.well-known/openid-configuration', '/auth/v1/.well-known/openid-configuration', '/auth/v1/.well-known/oauth-authorization-server']) {
      const said = await (await fetch(`${WIRE_URL}${at}`)).json()
      assert.equal(said.issuer, `${WIRE_URL}/auth/v1`, at)
      cast.register = said.registration_endpoint
    }
    const answer = await fetch(cast.register, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ client_name: 'Helper', redirect_uris: ['http://localhost:3334/cb'], token_endpoint_auth_method: 'none' }) })
    assert.equal(answer.status, 201)
    return cast
  },

  async keys({ ana }) {
    const { header, claims } = good(await ana.auth.getClaims())
    assert.deepEqual([header.alg, header.kid, claims.email], ['ES256', 'ours', 'ana@example.com'])
  },

  async providers() {
    const { customProviders } = visitor(WIRE_SECRET).auth.admin
    const at = (path) => `https://forge.example${path}`
    const made = good(await customProviders.createProvider({
      provider_type: 'oauth2', identifier: 'custom:forge', name: 'Forge', client_id: 'us', client_secret: 'secret of ours', scopes: ['read'],
      authorization_url: at('/authorize'), token_url: at('/token'), userinfo_url: at('/me'),
    }))
    assert.deepEqual([made.enabled, made.pkce_enabled, made.client_secret], [true, true, undefined])
    assert.equal(good(await customProviders.updateProvider('custom:forge', { name: 'The forge' })).name, 'The forge')
    assert.equal(good(await customProviders.getProvider('custom:forge')).name, 'The forge')
    assert.equal(good(await customProviders.listProviders({ type: 'oauth2' })).providers.length, 1)
    const { url } = good(await visitor().auth.signInWithOAuth({ provider: 'custom:forge', options: { skipBrowserRedirect: true } }))
    const led = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location'))
    assert.deepEqual([led.host, led.searchParams.get('client_id'), led.searchParams.get('scope')], ['forge.example', 'us', 'read'])
    good(await customProviders.deleteProvider('custom:forge'))
    assert.equal((await customProviders.getProvider('custom:forge')).error?.code, 'custom_provider_not_found')
  },
}

await run(parts)
