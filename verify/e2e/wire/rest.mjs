// Calls every method of the official client's builder of requests for rows. What is found
// wrong is thrown; internal/wire/standalone has testdata/rest.sql served.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { good, run, visitor, WIRE_URL } from './client.mjs'

const client = visitor()
const books = (columns = 'id', options) => client.from('books').select(columns, options)
const same = async (query, want) => assert.deepEqual(good(await query), want)
const ids = async (query) => good(await query.order('id')).map(({ id }) => id)
const refused = async (query, code) => assert.equal((await query).error?.code, code)

const parts = {
  async select() {
    const first = (columns) => books(columns).eq('id', 1).single()
    await same(first('*'), { id: 1, author_id: 1, title: 'Valves', price: 10, tags: ['a', 'b'], during: '[2020-01-01,2020-02-01)', about: { k: 1, deep: { x: 'y' } } })
    await same(first('name:title, price::text'), { name: 'Valves', price: '10' })
    await same(first('about->deep->>x, k:about->k, tag:tags->0'), { x: 'y', k: 1, tag: 'a' })
    await same(first('title, authors(name)'), { title: 'Valves', authors: { name: 'Ana' } })
    await same(first('title, who:author_id(name), ...authors(city)'), { title: 'Valves', who: { name: 'Ana' }, city: 'Recife' })
    await same(client.from('authors').select('name, books(title)').order('id').order('title', { referencedTable: 'books' }).limit(1, { referencedTable: 'books' }),
      [{ name: 'Ana', books: [{ title: 'Pumps' }] }, { name: 'Bia', books: [{ title: 'Motors' }] }])
    await same(client.from('authors').select('name, books(count)').eq('id', 1), [{ name: 'Ana', books: [{ count: 2 }] }])
    assert.deepEqual(await ids(books('id, authors!inner(name)').eq('authors.name', 'Bia')), [3])
    await same(client.from('authors').select('name, books!left(id)').eq('id', 1).or('price.eq.20,price.is.null', { referencedTable: 'books' }), [{ name: 'Ana', books: [{ id: 2 }] }])
    await refused(books('nothing'), '42703')
    await refused(books('id, nowhere(id)'), 'PGRST200')
  },

  async filters() {
    const filters = [
      [['eq', 'id', 1], [1]], [['neq', 'id', 1], [2, 3]], [['gt', 'price', 10], [2]], [['gte', 'price', 10], [1, 2]], [['lt', 'price', 20], [1]], [['lte', 'price', 20], [1, 2]],
      [['like', 'title', '%ps'], [2]], [['ilike', 'title', 'v%'], [1]], [['likeAllOf', 'title', ['P%', '%s']], [2]], [['likeAnyOf', 'title', ['V%', 'M%']], [1, 3]],
      [['ilikeAllOf', 'title', ['p%', '%S']], [2]], [['ilikeAnyOf', 'title', ['v%', 'm%']], [1, 3]], [['regexMatch', 'title', '^[VP]'], [1, 2]], [['regexIMatch', 'title', '^[vp]'], [1, 2]],
      [['is', 'price', null], [3]], [['isDistinct', 'price', 10], [2, 3]], [['in', 'id', [1, 3]], [1, 3]], [['in', 'title', ['Valves', 'a,b(']], [1]], [['notIn', 'id', [1, 3]], [2]],
      [['contains', 'tags', ['b']], [1, 2]], [['contains', 'about', { k: 1 }], [1]], [['containedBy', 'tags', ['a', 'b']], [1, 2, 3]], [['overlaps', 'tags', ['a']], [1]],
      [['rangeGt', 'during', '[2020-01-01,2020-02-01)'], [2]], [['rangeGte', 'during', '[2020-01-01,2020-02-01)'], [1, 2]], [['rangeLt', 'during', '[2020-02-01,2020-03-01)'], [1]],
      [['rangeLte', 'during', '[2020-02-01,2020-03-01)'], [1, 2]], [['rangeAdjacent', 'during', '[2020-03-01,2020-04-01)'], [2]],
      [['textSearch', 'title', 'pump', { config: 'english' }], [2]], [['textSearch', 'title', 'pump', { config: 'english', type: 'plain' }], [2]],
      [['textSearch', 'title', 'pumps', { config: 'english', type: 'phrase' }], [2]], [['textSearch', 'title', 'pump or valve', { config: 'english', type: 'websearch' }], [1, 2]],
      [['match', { author_id: 1, price: 20 }], [2]], [['not', 'id', 'eq', 1], [2, 3]], [['not', 'tags', 'cs', '{a}'], [2, 3]], [['or', 'id.eq.1,and(price.eq.20,title.not.eq.Valves)'], [1, 2]],
      [['filter', 'id', 'in', '(1,2)'], [1, 2]], [['filter', 'about->>k', 'eq', '1'], [1]],
    ]
    for (const [[method, ...values], want] of filters) assert.deepEqual(await ids(books()[method](...values)), want, `${method} ${JSON.stringify(values)}`)
    assert.deepEqual(await ids(books().gt('id', 1).lt('id', 3)), [2])
    await refused(books().eq('id', 'one'), '22P02')
  },

  async transforms() {
    const order = async (...by) => good(await books().order(...by)).map(({ id }) => id)
    assert.deepEqual(await order('title'), [3, 2, 1])
    assert.deepEqual(await order('price', { ascending: false }), [3, 2, 1])
    assert.deepEqual(await order('price', { ascending: false, nullsFirst: false }), [2, 1, 3])
    assert.deepEqual(good(await books().order('author_id', { ascending: false }).order('id', { ascending: false })).map(({ id }) => id), [3, 2, 1])
    assert.deepEqual(good(await books('id, authors(name)').order('authors(name)', { ascending: false }).limit(1)).map(({ id }) => id), [3])
    await same(books().order('id').limit(2), [{ id: 1 }, { id: 2 }])
    await same(books().order('id').range(1, 5), [{ id: 2 }, { id: 3 }])
    await same(books().order('id').limit(undefined), [{ id: 1 }, { id: 2 }, { id: 3 }])
    await refused(books('id', { count: 'exact' }).range(9, 12), 'PGRST103')
    await same(books().eq('id', 9).maybeSingle(), null)
    await same(books().eq('id', 2).maybeSingle(), { id: 2 })
    await refused(books().single(), 'PGRST116')
    await refused(books().eq('id', 9).single(), 'PGRST116')
    await refused(books().maybeSingle(), 'PGRST116')
    await same(books('id, title').order('id').limit(1).csv(), 'id,title\n1,Valves')
    await same(books('id, price').eq('id', 3).stripNulls(), [{ id: 3 }])
    await same(books().eq('id', 1).returns(), [{ id: 1 }])
    await same(books().eq('id', 1).overrideTypes().retry(false).setHeader('X-Mine', '1'), [{ id: 1 }])
    const planned = await books().eq('id', 1).explain({ format: 'json', verbose: true })
    assert.ok(planned.error?.code === 'PGRST107' || planned.data[0].Plan)
    assert.notEqual((await books().geojson()).error, null)
  },

  async counts() {
    const count = async (how, query = books('id', { count: how, head: true })) => {
      const { data, count, error } = await query
      assert.deepEqual([data, error], [null, null])
      return count
    }
    assert.equal(await count('exact'), 3)
    assert.equal(await count('estimated'), 3)
    assert.ok((await count('planned')) >= 0)
    const some = await books('id', { count: 'exact' }).gt('price', 1).limit(1)
    assert.deepEqual([some.count, some.data.length, some.status], [2, 1, 206])
  },

  async writes() {
    const parts = (columns) => client.from('parts').select(columns ?? 'id, name, size').order('id')
    assert.deepEqual(await client.from('parts').insert({ id: 1, name: 'nut' }), { success: true, error: null, data: null, count: null, status: 201, statusText: 'Created' })
    await same(client.from('parts').insert([{ id: 2, name: 'bolt', size: 4 }, { id: 3, name: 'pin' }], { count: 'exact' }).select('id, size'), [{ id: 2, size: 4 }, { id: 3, size: null }])
    await same(client.from('parts').insert([{ id: 4, name: 'cap', size: 1 }, { id: 5, name: 'rod' }], { defaultToNull: false }).select('size'), [{ size: 1 }, { size: 8 }])
    await refused(client.from('parts').insert({ id: 1, name: 'again' }), '23505')
    await same(client.from('parts').update({ size: 9 }).eq('id', 1).select('size').single(), { size: 9 })
    const changed = await client.from('parts').update({ size: 7 }, { count: 'exact' }).in('id', [1, 2])
    assert.deepEqual([changed.count, changed.status], [2, 204])
    await same(client.from('parts').upsert({ id: 1, name: 'nut', size: 6 }).select(), [{ id: 1, name: 'nut', size: 6 }])
    await same(client.from('parts').upsert([{ id: 50, name: 'nut', size: 5 }, { id: 6, name: 'lid', size: 2 }], { onConflict: 'name', ignoreDuplicates: true }).select('id'), [{ id: 6 }])
    await refused(client.from('parts').update({ size: 0 }).gt('id', 0).maxAffected(2), 'PGRST124')
    await same(client.from('parts').update({ size: 3 }).eq('id', 3).maxAffected(1).select('id'), [{ id: 3 }])
    await same(client.from('parts').delete().gt('id', 0).rollback().select('id'), [1, 2, 3, 4, 5, 6].map((id) => ({ id })))
    const removed = await client.from('parts').delete({ count: 'exact' }).in('id', [4, 5, 6])
    assert.equal(removed.count, 3)
    await same(parts(), [{ id: 1, name: 'nut', size: 6 }, { id: 2, name: 'bolt', size: 7 }, { id: 3, name: 'pin', size: 3 }])
  },

  async calls() {
    await same(client.rpc('add', { a: 1, b: 2 }), 3)
    await same(client.rpc('add', { a: 1, b: 2 }, { get: true }), 3)
    const head = await client.rpc('books_of', { author: 1 }, { head: true, count: 'exact' })
    assert.deepEqual([head.data, head.count], [null, 2])
    await same(client.rpc('books_of', { author: 1 }).select('id, authors(name)').gt('price', 10), [{ id: 2, authors: { name: 'Ana' } }])
    await same(client.rpc('books_of', { author: 2 }, { get: true }).select('title').single(), { title: 'Motors' })
    await same(client.rpc('total', { prices: [1, 2.5] }), 3.5)
    await same(client.rpc('sizes', { of: [1, 2] }, { get: true }), 2)
    await same(client.rpc('keep_part', { called: 'tap' }).rollback(), 1)
    await same(client.from('parts').select('id').eq('name', 'tap'), [])
    await refused(client.rpc('add', { a: 1, c: 2 }), 'PGRST202')
    const raised = await client.rpc('complain')
    assert.deepEqual([raised.status, raised.error.code, raised.error.message, raised.error.details, raised.error.hint], [400, 'P0001', 'No', 'as asked', 'ask less'])
  },

  async schemas() {
    await same(client.schema('shop').from('items').select(), [{ id: 1 }])
    await same(client.schema('shop').rpc('greet', { name: 'Ana' }), 'Hello Ana')
    await same(visitor(undefined, { db: { schema: 'shop' } }).from('items').select('id'), [{ id: 1 }])
    await refused(client.schema('auth').from('users').select(), 'PGRST106')
  },

  async foreignTokens() {
    const part = (object) => Buffer.from(JSON.stringify(object)).toString('base64url')
    const signed = (claims) => {
      const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ aud: 'authenticated', role: 'authenticated', exp: Math.floor(Date.now() / 1000) + 60, ...claims })}`
      return `${text}.${createHmac('sha256', process.env.WIRE_JWT_SECRET).update(text).digest('base64url')}`
    }
    const id = '00000000-0000-4000-8000-000000000001'
    const member = visitor(undefined, { accessToken: async () => signed({ sub: id, email: 'ana@app.example' }) })
    await same(member.rpc('who'), `authenticated ${id} ana@app.example`)
    await refused(visitor(undefined, { accessToken: async () => signed({ sub: id, exp: 1 }) }).rpc('who'), 'PGRST303')
  },

  async ownHeaders() {
    const global = { headers: { 'x-my-app': 'moved here' } }
    await same(visitor(undefined, { global }).rpc('header', { name: 'x-my-app' }), 'moved here')
    for (const path of ['rest/v1/books', 'auth/v1/user', 'storage/v1/bucket', 'realtime/v1/api/broadcast']) {
      const headers = { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'apikey,x-my-app' }
      const told = await fetch(`${WIRE_URL}/${path}`, { method: 'OPTIONS', headers })
      assert.ok(told.headers.get('access-control-allow-headers').split(', ').includes('x-my-app'), path)
    }
  },

  async failures() {
    await assert.rejects(async () => books('nothing').throwOnError(), { code: '42703' })
    const stopped = new AbortController()
    stopped.abort()
    assert.match((await books().abortSignal(stopped.signal)).error.message, /abort/i)
    await refused(client.from('nowhere').select(), 'PGRST205')
    assert.equal((await visitor('sb_publishable_of_somebody_else_entirely').from('books').select()).status, 401)
  },
}

await run(parts)
