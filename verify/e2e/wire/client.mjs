// What the programs of one protocol each share: the official client, with the keys of the
// server that the test which runs them gives, and how their parts are called.
import assert from 'node:assert/strict'
import { createClient } from '@supabase/supabase-js'
import ws from 'ws'

export const { WIRE_URL, WIRE_PUBLISHABLE, WIRE_SECRET, WIRE_ANON } = process.env

const auth = { persistSession: false, autoRefreshToken: false }
export const connect = (url, key, options = {}) => createClient(url, key, { auth, realtime: { transport: ws }, ...options })
export const visitor = (key = WIRE_PUBLISHABLE, options = {}) => connect(WIRE_URL, key, options)

export const good = ({ data, error }) => (assert.equal(error, null), data)

/** Somebody who has just signed up. */
export async function member(name) {
  const client = visitor()
  const { user } = good(await client.auth.signUp({ email: `${name}@example.com`, password: 'correct horse' }))
  return { client, user }
}

/** Calls the parts in their order, or those that WIRE_PARTS names, each with what the last one returned. */
export async function run(parts) {
  let cast
  for (const name of process.env.WIRE_PARTS?.split(',') ?? Object.keys(parts)) {
    cast = (await parts[name](cast)) ?? cast
    console.log(`${name} ok`)
  }
  process.exit(0)
}
