// Calls functions as an app would, with the official client. The test that runs it serves
// them, and gives the server's address and keys; what is found wrong is thrown.
import assert from 'node:assert/strict'
import { FunctionsFetchError, FunctionsHttpError, FunctionsRelayError } from '@supabase/supabase-js'
import { connect, good, run, visitor, WIRE_ANON, WIRE_PUBLISHABLE, WIRE_SECRET, WIRE_URL } from './client.mjs'

const invoke = async (name, options, client = visitor()) => good(await client.functions.invoke(name, options))

const parts = {
  async bodies() {
    assert.deepEqual(await invoke('echo', { body: { name: 'Ana' } }), { media: 'application/json', body: '{"name":"Ana"}', method: 'POST', path: '/echo' })
    assert.equal((await invoke('echo', { body: 'olá' })).body, 'olá')
    assert.equal((await invoke('echo', { body: new Blob(['a,b'], { type: 'text/csv' }) })).media, 'text/csv')
    assert.equal((await invoke('echo', { body: new TextEncoder().encode('bytes').buffer })).media, 'application/octet-stream')
    const form = new FormData()
    form.append('name', 'Ana')
    form.append('file', new Blob(['milk']), 'note.txt')
    assert.deepEqual(await invoke('form', { body: form }), { name: 'Ana', file: 'note.txt', held: 'milk' })
    assert.deepEqual(await invoke('form', { body: 'name=Bia', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }), { name: 'Bia' })
  },

  async methods() {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) assert.equal((await invoke('echo', { method })).method, method)
    assert.equal((await invoke('echo/orders/7', { body: {} })).path, '/echo/orders/7')
    assert.equal((await invoke('echo', { region: 'sa-east-1', body: {} })).path, '/echo')
    assert.equal((await visitor().functions.invoke('form', { method: 'GET' })).error.context.status, 405)
  },

  async answers() {
    assert.equal(await invoke('answer/text'), 'olá')
    const bytes = await invoke('answer/bytes')
    assert.ok(bytes instanceof Blob)
    assert.deepEqual([...new Uint8Array(await bytes.arrayBuffer())], [0, 255, 10])
    assert.equal((await invoke('answer/pdf')).type, 'application/pdf')
    const stream = await invoke('answer/events')
    let heard = ''
    for await (const chunk of stream.body.pipeThrough(new TextDecoderStream())) {
      heard += chunk
      // The second event is only sent once the first was heard.
      if (heard === 'data: 1\n\n') await invoke('go-on')
    }
    assert.equal(heard, 'data: 1\n\ndata: 2\n\n')
  },

  async callers() {
    assert.equal(await invoke('whoami'), 'anon nobody')
    assert.equal(await invoke('whoami', {}, visitor(WIRE_ANON)), 'anon nobody')
    assert.equal(await invoke('whoami', {}, visitor(WIRE_SECRET)), 'service_role nobody')
    const ana = visitor()
    const { user } = good(await ana.auth.signUp({ email: 'ana@example.com', password: 'correct horse' }))
    assert.equal(await invoke('whoami', {}, ana), `authenticated ${user.id}`)
    assert.equal(await invoke('members', {}, ana), 'welcome')
    assert.equal((await visitor().functions.invoke('members')).error.context.status, 403)
    assert.equal((await fetch(`${WIRE_URL}/functions/v1/members`, { method: 'POST' })).status, 401)
    const { access_token: token } = (await ana.auth.getSession()).data.session
    good(await ana.auth.signOut())
    const late = visitor()
    late.functions.setAuth(token)
    assert.equal((await late.functions.invoke('members')).error.context.status, 401)
  },

  async errors() {
    const failed = async (name, kind, status, code) => {
      const { data, error, response } = await visitor().functions.invoke(name)
      assert.equal(data, null)
      assert.ok(error instanceof kind, `${name}: ${error}`)
      assert.equal(response.status, status)
      assert.equal((await error.context.json()).code, code)
    }
    await failed('nothing-there', FunctionsHttpError, 404, 'NOT_FOUND')
    await failed('conflict', FunctionsHttpError, 409, 'already_there')
    await failed('panics', FunctionsHttpError, 500, 'WORKER_ERROR')
    await failed('late', FunctionsRelayError, 504, 'IDLE_TIMEOUT')
    const away = await connect('http://127.0.0.1:1', WIRE_ANON).functions.invoke('echo')
    assert.ok(away.error instanceof FunctionsFetchError)
    const given = await visitor().functions.invoke('forever', { timeout: 50 })
    assert.ok(given.error instanceof FunctionsFetchError)
  },

  async browsers() {
    const ask = (headers) => fetch(`${WIRE_URL}/functions/v1/echo`, { method: 'OPTIONS', headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST', ...headers } })
    const told = (await ask({ 'Access-Control-Request-Headers': 'apikey,authorization,x-client-info,content-type,x-region,my-own-header' })).headers
    const allowed = told.get('access-control-allow-headers').split(', ')
    for (const name of ['authorization', 'x-client-info', 'apikey', 'content-type', 'x-region', 'my-own-header']) assert.ok(allowed.includes(name), name)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) assert.ok(told.get('access-control-allow-methods').includes(method))
    assert.equal(told.get('access-control-allow-origin'), '*')
    const odd = (await ask({ 'Access-Control-Request-Headers': 'a b, <c>' })).headers.get('access-control-allow-headers')
    assert.ok(!odd.includes('a b') && !odd.includes('<c>'))
    const refused = await fetch(`${WIRE_URL}/functions/v1/late`, { method: 'POST', headers: { Origin: 'https://app.example', apikey: WIRE_PUBLISHABLE } })
    assert.equal(refused.headers.get('x-relay-error'), 'true')
    assert.ok(refused.headers.get('access-control-expose-headers').includes('x-relay-error'))
  },
}

await run(parts)
