import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  chooseTheme,
  currentTheme,
  followTheme,
  readThemeChoice,
  THEME_STORAGE_KEY,
  toggleTheme,
} from '@/lib/device/theme'

function setup({ prefersDark }: { prefersDark: boolean }) {
  const system = Object.assign(new EventTarget(), { matches: prefersDark })
  vi.stubGlobal('matchMedia', () => system)
  return {
    shown: () => document.documentElement.dataset.theme,
    systemChangesTo: (dark: boolean) => {
      system.matches = dark
      system.dispatchEvent(new Event('change'))
    },
  }
}

beforeEach(() => localStorage.clear())

test('the default is system', () => {
  setup({ prefersDark: true })
  expect([readThemeChoice(), currentTheme()]).toEqual(['system', 'dark'])
})

test('system follows the operating system live', () => {
  const { shown, systemChangesTo } = setup({ prefersDark: false })
  const stop = followTheme()
  expect(shown()).toBe('light')
  systemChangesTo(true)
  expect(shown()).toBe('dark')
  stop()
  systemChangesTo(false)
  expect(shown()).toBe('dark')
})

test('a choice is kept and no longer follows', () => {
  const { shown, systemChangesTo } = setup({ prefersDark: false })
  const stop = followTheme()
  chooseTheme('light')
  systemChangesTo(true)
  expect([shown(), localStorage.getItem(THEME_STORAGE_KEY)]).toEqual(['light', 'light'])
  stop()
})

test('it is kept under a key that ends in ui-theme', () => {
  setup({ prefersDark: false })
  chooseTheme('dark')
  expect(Object.keys(localStorage)).toEqual([expect.stringMatching(/ui-theme$/)])
})

test('the toggle flips only between dark and light', () => {
  setup({ prefersDark: true })
  const seen = [1, 2, 3].map(() => {
    toggleTheme()
    return readThemeChoice()
  })
  expect(seen).toEqual(['light', 'dark', 'light'])
})

describe('the script in the head', () => {
  const script = /<script>([^]*?)<\/script>/.exec(readFileSync('index.html', 'utf8'))?.[1] ?? ''

  test.each([
    [null, false, 'light'],
    [null, true, 'dark'],
    ['system', true, 'dark'],
    ['dark', false, 'dark'],
    ['light', true, 'light'],
  ])('choice %s with a dark system %s shows %s', (choice, prefersDark, theme) => {
    const { shown } = setup({ prefersDark })
    document.head.innerHTML = '<meta name="theme-color">'
    if (choice !== null) localStorage.setItem(THEME_STORAGE_KEY, choice)
    // The page itself runs exactly this text.
    window.eval(script)
    expect([shown(), currentTheme()]).toEqual([theme, theme])
  })
})
