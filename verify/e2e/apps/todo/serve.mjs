// Serves the app's files: node serve.mjs URL KEY [PORT], with the address and the
// publishable key of the backend.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'

const [url, key, port = '3000'] = process.argv.slice(2)
if (!url || !key) {
  console.error('node serve.mjs URL KEY [PORT]')
  process.exit(2)
}

const own = (name) => () => readFile(new URL(name, import.meta.url))
const client = new URL('../../node_modules/@supabase/supabase-js/dist/umd/supabase.js', import.meta.url)
const files = {
  '/': ['text/html', own('index.html')],
  '/style.css': ['text/css', own('style.css')],
  '/app.js': ['text/javascript', own('app.js')],
  '/supabase.js': ['text/javascript', () => readFile(client)],
  '/settings.js': ['text/javascript', () => `export const url = ${JSON.stringify(url)}, key = ${JSON.stringify(key)}\n`],
}

createServer(async (request, response) => {
  const found = files[request.url]
  if (!found) return response.writeHead(404).end()
  const [type, read] = found
  response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8` }).end(await read())
}).listen(Number(port), '127.0.0.1', () => console.log(`http://127.0.0.1:${port}`))
