// Keeps files of a server of the protocols alone as an app would, with the official
// client, and in parts as TUS clients do. The test that runs it gives it the server's
// address and keys; what it finds wrong it throws.
import assert from 'node:assert/strict'
import { connect, good, run, visitor as client, WIRE_PUBLISHABLE, WIRE_SECRET, WIRE_URL } from './client.mjs'

const service = client(WIRE_SECRET)
const visitor = client()
const refused = ({ data, error }, code, statusCode, message) => {
  assert.equal(data, null)
  assert.deepEqual([error?.name, error?.status, error?.code, error?.statusCode], ['StorageApiError', 400, code, statusCode])
  if (message) assert.equal(error.message, message)
}
const text = async (answer) => good(answer).text()
const docs = service.storage.from('docs')
const pictures = service.storage.from('pictures')
// Eight by eight pixels of one colour.
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mNQaHiAFTEMLQkAUvNgAQRjPFQAAAAASUVORK5CYII=',
  'base64',
)

const parts = {
  async buckets() {
    assert.deepEqual(good(await service.storage.createBucket('docs', { public: false, fileSizeLimit: '1MB', allowedMimeTypes: ['text/*', 'application/json', 'application/octet-stream'] })), { name: 'docs' })
    good(await service.storage.createBucket('pictures', { public: true }))
    const docs = good(await service.storage.getBucket('docs'))
    assert.deepEqual([docs.id, docs.public, docs.file_size_limit, docs.type], ['docs', false, 1_000_000, 'STANDARD'])
    const listed = good(await service.storage.listBuckets({ search: 'doc', sortColumn: 'name', sortOrder: 'desc', limit: 5 }))
    assert.deepEqual(listed.map((bucket) => bucket.id), ['docs'])
    assert.deepEqual(good(await service.storage.updateBucket('docs', { public: false, fileSizeLimit: 2000 })), { message: 'Successfully updated' })
    assert.equal(good(await service.storage.getBucket('docs')).file_size_limit, 2000)
    refused(await service.storage.createBucket('docs'), 'BucketAlreadyExists', '409', 'The resource already exists')
    refused(await service.storage.getBucket('none'), 'NoSuchBucket', '404', 'Bucket not found')
    refused(await visitor.storage.createBucket('mine'), 'AccessDenied', '403', 'new row violates row-level security policy')
    assert.deepEqual(good(await visitor.storage.listBuckets()), [])
  },

  async uploads() {
    const stream = new ReadableStream({ start: (to) => (to.enqueue(new TextEncoder().encode('stream')), to.close()) })
    const bodies = {
      'a/blob.txt': [new Blob(['blob'], { type: 'text/plain' }), 'blob'],
      'a/file.txt': [new File(['file'], 'f.txt', { type: 'text/plain' }), 'file'],
      'a/buffer.txt': [new TextEncoder().encode('buffer').buffer, 'buffer'],
      'a/bytes.txt': [Buffer.from('bytes'), 'bytes'],
      'a/stream.txt': [stream, 'stream'],
      'b/text.txt': ['olá', 'olá'],
    }
    for (const [path, [body, want]] of Object.entries(bodies)) {
      const stored = good(await docs.upload(path, body, { contentType: 'text/plain; charset=utf-8', cacheControl: '60', duplex: 'half' }))
      assert.deepEqual([stored.path, stored.fullPath, typeof stored.id], [path, `docs/${path}`, 'string'])
      assert.equal(await text(await docs.download(path)), want)
    }
    const form = new FormData()
    form.append('cacheControl', '60')
    form.append('', new Blob(['form'], { type: 'text/csv' }))
    good(await docs.upload('form.csv', form))
    const about = good(await docs.info('form.csv'))
    assert.deepEqual([about.contentType, about.cacheControl, about.size, about.bucketId], ['text/csv', 'max-age=60', 4, 'docs'])
    refused(await docs.upload('b/text.txt', 'x'), 'KeyAlreadyExists', '409', 'The resource already exists')
    good(await docs.upload('b/text.txt', 'upsert', { upsert: true }))
    good(await docs.update('b/text.txt', 'updated', { metadata: { by: 'Ana', n: 1 } }))
    assert.equal(await text(await docs.download('b/text.txt')), 'updated')
    assert.deepEqual(good(await docs.info('b/text.txt')).metadata, { by: 'Ana', n: 1 })
    refused(await docs.upload('long.txt', 'x'.repeat(2001)), 'EntityTooLarge', '413', 'The object exceeded the maximum allowed size')
    refused(await docs.upload('x.png', png, { contentType: 'image/png' }), 'InvalidMimeType', '415', 'mime type image/png is not supported')
    refused(await service.storage.from('none').upload('x', 'x'), 'NoSuchBucket', '404')
    refused(await visitor.storage.from('docs').upload('x', 'x'), 'AccessDenied', '403')
    refused(await docs.upload('ação.txt', 'x'), 'InvalidKey', '400', 'Invalid key: ação.txt')
  },

  async reads() {
    assert.equal(good(await docs.exists('a/blob.txt')), true)
    assert.equal((await docs.exists('a/none.txt')).data, false)
    refused(await docs.info('a/none.txt'), 'NoSuchKey', '404', 'Object not found')
    refused(await visitor.storage.from('docs').info('a/blob.txt'), 'NoSuchKey', '404')
    refused(await docs.download('a/none.txt'), 'NoSuchKey', '404', 'The resource was not found')
    const streamed = good(await docs.download('a/blob.txt').asStream())
    assert.equal(await new Response(streamed).text(), 'blob')
    const listed = good(await docs.list('', { sortBy: { column: 'name', order: 'asc' } }))
    assert.deepEqual(listed.map(({ name, id }) => [name, id === null]), [['a', true], ['b', true], ['form.csv', false]])
    assert.deepEqual([listed[2].metadata.size, listed[2].metadata.mimetype], [4, 'text/csv'])
    const inside = good(await docs.list('a', { limit: 2, offset: 1, search: 'b' }))
    assert.deepEqual(inside.map(({ name }) => name), ['buffer.txt', 'bytes.txt'])
    const names = []
    for (let cursor; ; ) {
      const page = good(await docs.listV2({ limit: 2, cursor, prefix: 'a/' }))
      names.push(...page.objects.map(({ name }) => name))
      if (!page.hasNext) break
      cursor = page.nextCursor
    }
    assert.deepEqual(names, ['a/blob.txt', 'a/buffer.txt', 'a/bytes.txt', 'a/file.txt', 'a/stream.txt'])
    const grouped = good(await docs.listV2({ with_delimiter: true, sortBy: { column: 'name', order: 'desc' } }))
    assert.deepEqual([grouped.folders.map(({ name }) => name), grouped.objects.map(({ name }) => name)], [['b/', 'a/'], ['form.csv']])
    refused(await docs.listV2({ cursor: 'forged' }), 'InvalidRequest', '400')
  },

  async moves() {
    good(await docs.move('a/bytes.txt', 'c/moved.txt'))
    assert.equal(good(await docs.copy('c/moved.txt', 'c/copied.txt')).path, 'docs/c/copied.txt')
    good(await docs.copy('c/copied.txt', 'notes/copied.txt', { destinationBucket: 'pictures' }))
    good(await docs.move('c/copied.txt', 'notes/moved.txt', { destinationBucket: 'pictures' }))
    assert.equal(await text(await pictures.download('notes/moved.txt')), 'bytes')
    assert.equal(await text(await docs.download('c/moved.txt')), 'bytes')
    assert.equal((await docs.exists('c/copied.txt')).data, false)
    refused(await docs.move('none', 'x'), 'NoSuchKey', '404', 'Object not found')
    refused(await docs.copy('c/moved.txt', 'b/text.txt'), 'KeyAlreadyExists', '409')
  },

  async signed() {
    const { signedUrl } = good(await docs.createSignedUrl('a/blob.txt', 60, { download: 'saved.txt' }))
    const saved = await fetch(signedUrl)
    assert.deepEqual([await saved.text(), saved.headers.get('content-disposition')], ['blob', 'attachment; filename=saved.txt'])
    const many = good(await docs.createSignedUrls(['a/file.txt', 'none'], 60))
    assert.equal(await (await fetch(many[0].signedUrl)).text(), 'file')
    assert.deepEqual([many[1].signedUrl, many[1].error], [null, 'Either the object does not exist or you do not have access to it'])
    const forged = await fetch(signedUrl.replace('blob.txt', 'file.txt'))
    assert.equal((await forged.json()).code, 'InvalidSignature')
    const offer = good(await docs.createSignedUploadUrl('signed.txt'))
    assert.equal(good(await visitor.storage.from('docs').uploadToSignedUrl(offer.path, offer.token, 'signed', { contentType: 'text/plain' })).path, 'signed.txt')
    refused(await visitor.storage.from('docs').uploadToSignedUrl(offer.path, offer.token, 'again'), 'KeyAlreadyExists', '409')
    const again = good(await docs.createSignedUploadUrl('signed.txt', { upsert: true }))
    good(await visitor.storage.from('docs').uploadToSignedUrl(again.path, again.token, 'again', { contentType: 'text/plain' }))
    assert.equal(await text(await docs.download('signed.txt')), 'again')
    refused(await visitor.storage.from('docs').createSignedUrl('signed.txt', 60), 'NoSuchKey', '404', 'Object not found')
  },

  async pictures() {
    good(await pictures.upload('one.png', png, { contentType: 'image/png' }))
    const { data } = visitor.storage.from('pictures').getPublicUrl('one.png', { transform: { width: 4, height: 2, resize: 'cover' } })
    const shown = await fetch(data.publicUrl)
    const made = Buffer.from(await shown.arrayBuffer())
    assert.deepEqual([shown.headers.get('content-type'), made.readUInt32BE(16), made.readUInt32BE(20)], ['image/png', 4, 2])
    const plain = visitor.storage.from('pictures').getPublicUrl('one.png', { download: true }).data.publicUrl
    assert.match((await fetch(plain)).headers.get('content-disposition'), /^attachment/)
    const { signedUrl } = good(await pictures.createSignedUrl('one.png', 60, { transform: { width: 2, quality: 50 } }))
    assert.equal(Buffer.from(await (await fetch(signedUrl)).arrayBuffer()).readUInt32BE(16), 2)
    assert.equal(good(await pictures.download('one.png', { transform: { width: 4, format: 'origin' } })).type, 'image/png')
    assert.deepEqual(good(await pictures.purgeCache('one.png', { transformations: true })), { message: 'success' })
    refused(await visitor.storage.from('pictures').purgeCache('one.png'), 'AccessDenied', '403')
  },

  async resumable() {
    const said = (fields) => Object.entries(fields).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`).join(',')
    const base = `${WIRE_URL}/storage/v1/upload/resumable`
    const tus = (url, method, headers, body) => fetch(url, { method, body, headers: { 'Tus-Resumable': '1.0.0', ...headers } })
    const key = { Authorization: `Bearer ${WIRE_SECRET}`, apikey: WIRE_SECRET }
    const sending = { 'Content-Type': 'application/offset+octet-stream' }
    const begin = (url, headers, path, length) => tus(url, 'POST', { ...headers, 'Upload-Length': String(length), 'Upload-Metadata': said({ bucketName: 'docs', objectName: path, contentType: 'text/plain', cacheControl: '60', metadata: '{"by":"Ana"}' }) })
    const begun = await begin(base, key, 'tus/parts.txt', 8)
    const at = begun.headers.get('location')
    assert.ok(begun.status === 201 && at.startsWith(`${base}/`), `${begun.status} ${at}`)
    assert.equal((await tus(at, 'PATCH', { ...key, ...sending, 'Upload-Offset': '0' }, 'half')).headers.get('upload-offset'), '4')
    assert.equal((await tus(at, 'HEAD', key)).headers.get('upload-offset'), '4')
    const conflict = await tus(at, 'PATCH', { ...key, ...sending, 'Upload-Offset': '0' }, 'half')
    assert.deepEqual([conflict.status, await conflict.text()], [409, 'Upload-Offset conflict\n'])
    assert.equal((await tus(at, 'PATCH', { ...key, ...sending, 'Upload-Offset': '4' }, 'done')).status, 204)
    assert.equal(await text(await docs.download('tus/parts.txt')), 'halfdone')
    const about = good(await docs.info('tus/parts.txt'))
    assert.deepEqual([about.contentType, about.cacheControl, about.metadata], ['text/plain', 'max-age=60', { by: 'Ana' }])

    const offer = good(await docs.createSignedUploadUrl('tus/signed.txt'))
    const signature = { 'x-signature': offer.token }
    const permitted = (await begin(`${base}/sign`, signature, 'tus/signed.txt', 6)).headers.get('location')
    assert.equal((await tus(permitted, 'PATCH', { ...signature, ...sending, 'Upload-Offset': '0' }, 'signed')).status, 204)
    assert.equal(await text(await docs.download('tus/signed.txt')), 'signed')
    assert.equal((await begin(base, {}, 'tus/nobody.txt', 6)).status, 403)
    const abandoned = (await begin(base, key, 'tus/gone.txt', 6)).headers.get('location')
    assert.equal((await tus(abandoned, 'DELETE', key)).status, 204)
    assert.equal((await tus(abandoned, 'HEAD', key)).status, 404)
  },

  async removals() {
    const removed = good(await docs.remove(['a/blob.txt', 'a/file.txt', 'none']))
    assert.deepEqual(removed.map(({ name }) => name).sort(), ['a/blob.txt', 'a/file.txt'])
    assert.deepEqual(good(await visitor.storage.from('docs').remove(['a/buffer.txt'])), [])
    refused(await service.storage.deleteBucket('docs'), 'ResourceNotEmpty', '409', 'The bucket you tried to delete is not empty')
    good(await service.storage.emptyBucket('docs'))
    assert.deepEqual(good(await service.storage.deleteBucket('docs')), { message: 'Successfully deleted' })
    refused(await docs.upload('x', 'x'), 'NoSuchBucket', '404')
    for (const kind of [service.storage.analytics, service.storage.vectors]) assert.deepEqual([(await kind.listBuckets()).error?.status], [404])
    const nobody = await connect('http://127.0.0.1:9', WIRE_PUBLISHABLE).storage.listBuckets()
    assert.equal(nobody.error?.name, 'StorageUnknownError')
  },
}

await run(parts)
