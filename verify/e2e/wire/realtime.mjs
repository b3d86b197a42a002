// Uses live topics, presence and changes with the official client. What is found wrong is
// thrown; internal/wire/standalone has testdata/realtime.sql served.
import assert from 'node:assert/strict'
import { good, member, run, visitor } from './client.mjs'

const ana = await member('ana')
const bia = await member('bia')

/** Subscribes, and resolves with the first status and its error. */
const answered = (channel) => new Promise((resolve) => channel.subscribe((status, error) => resolve({ status, error })))
async function joined(channel) {
  const { status, error } = await answered(channel)
  assert.equal(status, 'SUBSCRIBED', error?.message)
  return channel
}

/** What a channel is told of a kind, in the order of its arrival, to be waited for. */
function ear(channel, kind, filter) {
  const told = []
  let woken = () => {}
  channel.on(kind, filter, (each) => (told.push(each), woken()))
  return {
    told,
    async until(fits) {
      while (!told.some(fits)) await new Promise((resolve) => (woken = resolve))
      return told.find(fits)
    },
  }
}

/** Joins a channel with changes, and waits until they are told. */
async function live(channel) {
  const system = ear(channel, 'system', {})
  await joined(channel)
  const { status, message } = await system.until(({ extension }) => extension === 'postgres_changes')
  assert.equal(status, 'ok', message)
  return channel
}

const bytes = (...values) => new Uint8Array(values).buffer

const parts = {
  async publicChannels() {
    const [one, other] = [visitor(), visitor()]
    const quiet = one.channel('hall')
    const echoed = other.channel('hall', { config: { broadcast: { self: true, ack: true } } })
    const [heard, all, own] = [ear(quiet, 'broadcast', { event: 'shout' }), ear(quiet, 'broadcast', { event: '*' }), ear(echoed, 'broadcast', { event: 'shout' })]
    await Promise.all([joined(quiet), joined(echoed)])
    assert.equal(await echoed.send({ type: 'broadcast', event: 'shout', payload: { n: 1 } }), 'ok')
    assert.equal(await echoed.send({ type: 'broadcast', event: 'bytes', payload: bytes(0, 255) }), 'ok')
    assert.deepEqual(await echoed.httpSend('shout', { n: 2 }), { success: true })
    assert.deepEqual(await echoed.httpSend('posted', bytes(7)), { success: true })
    await heard.until(({ payload }) => payload.n === 2)
    await own.until(({ payload }) => payload.n === 2)
    assert.deepEqual(heard.told.map(({ payload }) => payload.n), [1, 2])
    assert.deepEqual([...new Uint8Array((await all.until(({ event }) => event === 'bytes')).payload)], [0, 255])
    assert.deepEqual([...new Uint8Array((await all.until(({ event }) => event === 'posted')).payload)], [7])
    assert.equal(await quiet.send({ type: 'broadcast', event: 'shout', payload: { n: 3 } }), 'ok')
    await own.until(({ payload }) => payload.n === 3)
    assert.deepEqual(heard.told.map(({ payload }) => payload.n), [1, 2])
    await Promise.all([one.removeAllChannels(), other.removeAllChannels()])
  },

  async privateChannels() {
    const config = { config: { private: true, broadcast: { ack: true } } }
    const [mine, theirs] = [ana.client.channel('members', config), bia.client.channel('members', config)]
    const heard = ear(theirs, 'broadcast', { event: 'news' })
    await Promise.all([joined(mine), joined(theirs)])
    assert.equal(await mine.send({ type: 'broadcast', event: 'news', payload: { n: 1 } }), 'ok')
    assert.deepEqual(await mine.httpSend('news', { n: 2 }), { success: true })
    good(await ana.client.rpc('say', { topic: 'members', event: 'news', payload: { n: 3 } }))
    await heard.until(({ payload }) => payload.n === 3)
    const stranger = visitor()
    const refused = await answered(stranger.channel('members', config))
    assert.equal(refused.status, 'CHANNEL_ERROR')
    assert.match(refused.error.message, /Unauthorized: You do not have permissions to read from this Channel topic: members/)
    await stranger.removeAllChannels()
    await assert.rejects(visitor().channel('members', config).httpSend('news', { n: 4 }), /permissions to write/)
    const namesake = await joined(stranger.channel('members'))
    assert.equal(await namesake.send({ type: 'broadcast', event: 'news', payload: { n: 5 } }), 'ok')
    assert.equal(await mine.send({ type: 'broadcast', event: 'news', payload: { n: 6 } }), 'ok')
    await heard.until(({ payload }) => payload.n === 6)
    assert.deepEqual(heard.told.map(({ payload }) => payload.n), [1, 2, 3, 6])
    const listening = await joined(ana.client.channel('listen-only', config))
    assert.equal(await listening.send({ type: 'broadcast', event: 'news', payload: {} }), 'error')
    await Promise.all([ana, bia, { client: stranger }].map(({ client }) => client.removeAllChannels()))
  },

  async presence() {
    const here = ({ client }, key) => client.channel('desk', { config: { presence: { key } } })
    const [mine, theirs] = [here(ana, 'ana'), here(bia, 'bia')]
    const [sync, join, leave] = ['sync', 'join', 'leave'].map((event) => ear(mine, 'presence', { event }))
    await Promise.all([joined(mine), joined(theirs)])
    assert.equal(await mine.track({ at: 'home' }), 'ok')
    assert.equal(await theirs.track({ at: 'desk' }), 'ok')
    assert.equal((await join.until(({ key }) => key === 'bia')).newPresences[0].at, 'desk')
    await sync.until(() => Object.keys(mine.presenceState()).length === 2)
    assert.equal(mine.presenceState().bia[0].at, 'desk')
    assert.equal(await theirs.track({ at: 'lunch' }), 'ok')
    await join.until(({ key, newPresences }) => key === 'bia' && newPresences[0].at === 'lunch')
    assert.equal(mine.presenceState().bia.length, 1)
    assert.equal(await theirs.untrack(), 'ok')
    assert.equal((await leave.until(({ key, leftPresences }) => key === 'bia' && leftPresences[0].at === 'lunch')).currentPresences.length, 0)
    assert.equal(await theirs.track({ at: 'desk' }), 'ok')
    await join.until(({ key, currentPresences }) => key === 'bia' && currentPresences.length === 0)
    const before = leave.told.length
    await bia.client.realtime.disconnect()
    while (leave.told.length === before) await leave.until(() => leave.told.length > before)
    assert.deepEqual(Object.keys(mine.presenceState()), ['ana'])
    await Promise.all([ana.client.removeAllChannels(), bia.client.removeAllChannels()])
  },

  async changes() {
    const on = (rest) => ({ event: 'INSERT', schema: 'public', table: 'notes', ...rest })
    const channel = ana.client.channel('notes')
    const kinds = { 'id=eq.1': [1], 'id=neq.1': [2, 3], 'size=lt.20': [1], 'size=lte.20': [1, 2], 'size=gt.10': [2], 'size=gte.10': [1, 2], 'id=in.(1,3)': [1, 3],
      'title=like.P%': [2], 'title=ilike.p%': [2], 'title=match.^[VP]': [1, 2], 'title=imatch.^v': [1], 'size=is.null': [3], 'done=is.true': [2], 'size=isdistinct.10': [2, 3],
      'id=not.eq.1': [2, 3], 'id=not.in.(1,2)': [3], 'title=eq."a,b"': [3], 'size=gt.1,done=eq.false': [1] }
    const ears = Object.keys(kinds).map((filter) => ear(channel, 'postgres_changes', on({ filter })))
    const narrow = ear(channel, 'postgres_changes', on({ select: ['id'] }))
    const [all, whole] = [ear(channel, 'postgres_changes', on({ event: '*' })), ear(channel, 'postgres_changes', { event: '*', schema: 'public' })]
    const others = bia.client.channel('notes')
    const foreign = ear(others, 'postgres_changes', on({ event: '*' }))
    await Promise.all([live(channel), live(others)])
    const notes = ana.client.from('notes')
    // Each is awaited: of a row that changes again at once the last state is told.
    const told = async (write, type, id) => (good(await write), all.until(({ eventType, new: row }) => eventType === type && row.id === id))
    await told(notes.insert({ id: 1, title: 'Valves', size: 10, done: false }), 'INSERT', 1)
    await told(notes.insert({ id: 2, title: 'Pumps', size: 20, done: true }), 'INSERT', 2)
    await told(notes.insert({ id: 3, title: 'a,b' }), 'INSERT', 3)
    await told(notes.update({ title: 'Motors' }).eq('id', 3), 'UPDATE', 3)
    const gone = await told(notes.delete().eq('id', 3), 'DELETE')
    assert.deepEqual([gone.old, gone.new, gone.errors], [{ id: 3 }, {}, null])
    assert.deepEqual(all.told.map(({ eventType }) => eventType), ['INSERT', 'INSERT', 'INSERT', 'UPDATE', 'DELETE'])
    await whole.until(({ eventType }) => eventType === 'DELETE')
    const { schema, table, commit_timestamp, new: row, old } = all.told[3]
    assert.deepEqual([schema, table, row.title, old, Number.isNaN(Date.parse(commit_timestamp))], ['public', 'notes', 'Motors', { id: 3 }, false])
    for (const [i, filter] of Object.keys(kinds).entries()) assert.deepEqual(ears[i].told.map((change) => change.new.id), kinds[filter], filter)
    assert.deepEqual(narrow.told.map((change) => change.new), [{ id: 1 }, { id: 2 }, { id: 3 }])
    good(await bia.client.from('notes').insert({ id: 9, title: 'Mine' }))
    await foreign.until(({ eventType }) => eventType === 'INSERT')
    assert.deepEqual(foreign.told.filter(({ eventType }) => eventType !== 'DELETE').map((change) => change.new.id), [9])
    const odd = ana.client.channel('odd').on('postgres_changes', { event: '*', schema: 'public', table: 'quiet' }, () => {})
    const system = ear(odd, 'system', {})
    await joined(odd)
    assert.match((await system.until(() => true)).message, /^Unable to subscribe to changes with given parameters\. Please check Realtime is enabled/)
    await Promise.all([ana.client.removeAllChannels(), bia.client.removeAllChannels()])
  },

  async renewal() {
    const channel = ana.client.channel('members', { config: { private: true } })
    const heard = ear(channel, 'broadcast', { event: 'news' })
    const rows = ear(channel, 'postgres_changes', { event: 'INSERT', schema: 'public', table: 'notes' })
    await live(channel)
    const { session } = good(await ana.client.auth.refreshSession())
    await ana.client.realtime.setAuth(session.access_token)
    good(await ana.client.rpc('say', { topic: 'members', event: 'news', payload: { n: 1 } }))
    good(await ana.client.from('notes').insert({ id: 20, title: 'After the renewal' }))
    await heard.until(({ payload }) => payload.n === 1)
    await rows.until((change) => change.new.id === 20)
    const system = ear(channel, 'system', {})
    await ana.client.realtime.setAuth(good(await visitor().auth.signInAnonymously()).session.access_token)
    const { status, message } = await system.until(() => true)
    assert.equal(status, 'error')
    assert.match(message, /permission/)
    await ana.client.removeAllChannels()
    await ana.client.realtime.setAuth()
  },

  async replay() {
    for (const n of [1, 2, 3]) good(await ana.client.rpc('say', { topic: 'members', event: 'kept', payload: { n } }))
    const config = (limit) => ({ config: { private: true, broadcast: { replay: { since: Date.now() - 60_000, limit } } } })
    const channel = bia.client.channel('members', config(2))
    const heard = ear(channel, 'broadcast', { event: 'kept' })
    await joined(channel)
    await heard.until(({ payload }) => payload.n === 3)
    assert.deepEqual(heard.told.map(({ payload, meta }) => [payload.n, meta.replayed]), [[2, true], [3, true]])
    // The client itself refuses what the server would.
    assert.throws(() => visitor().channel('hall', { config: { broadcast: { replay: { since: 0 } } } }), /replay on public channel/)
    await bia.client.removeAllChannels()
  },

  async removal() {
    const client = visitor()
    const closed = []
    const [one, two] = [client.channel('one'), client.channel('two')]
    await Promise.all([one, two].map((channel) => new Promise((resolve) => channel.subscribe((status) => (status === 'CLOSED' && closed.push(channel.topic), status === 'SUBSCRIBED' && resolve())))))
    assert.equal(client.getChannels().length, 2)
    assert.equal(await client.removeChannel(one), 'ok')
    assert.deepEqual([client.getChannels().length, closed], [1, ['realtime:one']])
    assert.equal(await two.unsubscribe(), 'ok')
    const again = await joined(client.channel('one'))
    assert.deepEqual(await client.removeAllChannels(), ['ok'])
    assert.equal(again.state, 'closed')
    await client.realtime.disconnect()
    assert.equal(client.realtime.isConnected(), false)
  },

  async failures() {
    const forged = visitor('sb_publishable_of_somebody_else_entirely')
    assert.equal((await answered(forged.channel('hall'))).status, 'CHANNEL_ERROR')
    await forged.removeAllChannels()
    const client = visitor()
    client.realtime.setAuth('no.token.atall')
    const { status, error } = await answered(client.channel('hall', { config: { private: true } }))
    assert.equal(status, 'CHANNEL_ERROR')
    assert.match(error.message, /MalformedJWT|JwtSignatureError/)
    await client.removeAllChannels()
  },
}

await run(parts)
