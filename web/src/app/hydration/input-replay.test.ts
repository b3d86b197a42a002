import { afterEach, expect, test, vi } from 'vitest'
import { captureInput } from '@/app/hydration/input-replay'

const FORM =
  '<input name="email"><input type="password" name="password"><button type="submit">Entrar</button>'

function draw(): HTMLElement {
  const root = document.createElement('div')
  root.innerHTML = `<div data-drawn><form>${FORM}</form></div>`
  document.body.replaceChildren(root)
  return root
}

function field(root: HTMLElement, name: string): HTMLInputElement {
  const found = root.querySelector(`[name=${name}]`)
  if (!(found instanceof HTMLInputElement)) throw new Error(`no field ${name}`)
  return found
}

afterEach(() => {
  delete window.__early
})

test('what was typed and pressed before the script came is typed and pressed again', async () => {
  const root = draw()
  field(root, 'email').value = 'marina@exemplo.com.br'
  field(root, 'password').value = 'clp-s7-1500'
  field(root, 'password').focus()
  window.__early = { pressed: root.querySelector('button'), stop: vi.fn() }
  const page = document.createElement('div')
  const redo = captureInput(root, page)

  root.replaceWith(page)
  page.innerHTML = '<form></form>'
  const sent = vi.fn((event: Event) => {
    event.preventDefault()
    return [field(page, 'email').value, field(page, 'password').value]
  })
  page.firstElementChild?.addEventListener('submit', sent)
  redo()
  // The fields come later, as parts of a page do.
  const form = page.querySelector('form')
  if (form) form.innerHTML = FORM
  await vi.waitFor(() => expect(sent).toHaveReturnedWith(['marina@exemplo.com.br', 'clp-s7-1500']))
  expect(document.activeElement).toBe(field(page, 'password'))
  expect(sent).toHaveBeenCalledOnce()
})

test('what was chosen before the script came is chosen again', () => {
  const roles =
    '<input type="radio" name="role" value="professional"><input type="radio" name="role" value="company">'
  const root = document.createElement('div')
  root.innerHTML = `<div data-drawn>${roles}</div>`
  document.body.replaceChildren(root)
  root.querySelector<HTMLInputElement>('[value=company]')?.click()
  const page = document.createElement('div')
  const redo = captureInput(root, page)
  root.replaceWith(page)
  page.innerHTML = roles
  const professional = page.querySelector<HTMLInputElement>('[value=professional]')
  if (professional) professional.checked = true
  const changed = vi.fn()
  page.addEventListener('change', changed)
  redo()
  expect(page.querySelector<HTMLInputElement>(':checked')?.value).toBe('company')
  expect(changed).toHaveBeenCalledOnce()
})

test('what nobody touched is left as the page has it', () => {
  const root = draw()
  const page = document.createElement('div')
  const redo = captureInput(root, page)
  root.replaceWith(page)
  page.innerHTML = `<form>${FORM}</form>`
  field(page, 'email').value = 'sugerido@exemplo.com.br'
  redo()
  expect(field(page, 'email').value).toBe('sugerido@exemplo.com.br')
})

test('whoever read on before the script came stays where he is', () => {
  const root = draw()
  vi.stubGlobal('scrollY', 480)
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  captureInput(root, document.createElement('div'))()
  expect(scrollTo).toHaveBeenCalledWith({ top: 480, behavior: 'instant' })
  vi.unstubAllGlobals()
})
