// What can be read before, or without, any script: by people, search engines and link previews.
import { expect, test } from '@playwright/test'
import { url } from '../cast.ts'
import { places } from '../places.ts'

test.use({ javaScriptEnabled: false })

test('sem script, a página inicial, Como Funciona e os termos podem ser lidos', async ({ page }) => {
  for (const [path, heading, sentence] of [
    ['/', 'O especialista certo para a sua automação, do sensor ao supervisório.', 'Comece Agora'],
    ['/como-funciona', 'Como Funciona', 'Para profissionais'],
    ['/termos', 'Termos de Serviço', '25 de junho de 2025'],
  ] as const) {
    await page.goto(`${url()}${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.getByText(sentence).first()).toBeVisible()
  }
  await page.getByRole('contentinfo').getByRole('link', { name: 'Política de Privacidade' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Política de Privacidade')
})

test('sem script, um projeto e um profissional já dizem título e descrição', async ({ page }) => {
  const head = (name: string) => page.locator(`head meta[name="${name}"], head meta[property="${name}"]`)
  for (const place of await places()) {
    if (!/^\/(projetos|encontrar-profissional)\/./.test(place.path) || place.missing) continue
    await page.goto(`${url()}${place.path}`)
    await expect(page).toHaveTitle(`${place.title} · Automação - Indústria`)
    await expect(head('og:title')).toHaveAttribute('content', `${place.title} · Automação - Indústria`)
    await expect(head('description')).toHaveAttribute('content', /\S+( \S+){5,}/)
    const [folder, id] = [place.path.slice(0, place.path.lastIndexOf('/')), place.path.slice(place.path.lastIndexOf('/') + 1)]
    await expect(page.locator('head link[rel=canonical]')).toHaveAttribute('href', new RegExp(`^${url()}${folder}/[a-z0-9-]+-${id}$`))
    const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '{}')
    expect(data.title ?? data.name).toBe(place.title)
  }
})

for (const [scheme, dark] of [
  ['light', false],
  ['dark', true],
] as const)
  test(`sem script, o tema ${dark ? 'escuro' : 'claro'} é o do sistema, e o papel é sempre branco`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto(url())
    // The tokens are oklch, which the build writes as it likes; how bright they are is the same.
    const token = (name: string) =>
      page.evaluate((property) => {
        const canvas = document.createElement('canvas').getContext('2d')
        if (!canvas) throw new Error('no canvas')
        canvas.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(property)
        canvas.fillRect(0, 0, 1, 1)
        return canvas.getImageData(0, 0, 1, 1).data[0] ?? -1
      }, name)
    expect((await token('--surface')) < 128).toBe(dark)
    expect((await token('--ink')) > 128).toBe(dark)
    await page.emulateMedia({ colorScheme: scheme, media: 'print' })
    expect(await token('--surface')).toBe(255)
  })
