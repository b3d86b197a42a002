import { readFile } from 'node:fs/promises'

const files = market.storage.from('public-uploads')
const path = `avatars/${me}-${Date.now()}`
const { error: notStored } = await files.upload(path, await readFile('foto.png'), {
  contentType: 'image/png',
  upsert: true,
})
if (notStored) throw notStored

console.log(files.getPublicUrl(path).data.publicUrl)
