// The product can be installed: the browser itself finds nothing that keeps it from being so, and every
// picture that the manifest and a first document name is there in the size they say.
import { expect, test } from '@playwright/test'
import { url } from '../cast.ts'
import { visit } from '../people.ts'

type Picture = { src: string; sizes: string }
type Manifest = { icons: Picture[]; screenshots: (Picture & { label: string; form_factor: string })[] }

test.use({ serviceWorkers: 'allow' })

test('o produto se instala, e mostra antes o que é', async ({ page }) => {
  await visit(page, '/')
  const session = await page.context().newCDPSession(page)
  const { errors, data } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  await expect.poll(async () => (await session.send('Page.getInstallabilityErrors')).installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])

  const manifest = JSON.parse(data ?? '') as Manifest
  for (const form of ['narrow', 'wide']) expect(manifest.screenshots.filter((one) => one.form_factor === form).length).toBeGreaterThanOrEqual(3)
  const starts = await page.locator('link[rel=apple-touch-startup-image]').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(starts.length).toBeGreaterThan(5)
  const named = [...manifest.icons, ...manifest.screenshots, ...starts.map((src) => ({ src, sizes: /\d+x\d+/.exec(src)?.[0] ?? '' }))]
  for (const { src, sizes } of named) expect(await sizeOf(src), src).toBe(sizes)

  /** Of a drawing without a size of its own the manifest says `any`. */
  function sizeOf(src: string): Promise<string> {
    return page.evaluate(async (address) => {
      if (address.endsWith('.svg')) return (await fetch(address)).ok ? 'any' : 'missing'
      const picture = new Image()
      picture.src = address
      await picture.decode()
      return `${picture.naturalWidth}x${picture.naturalHeight}`
    }, `${url()}${src}`)
  }
})
