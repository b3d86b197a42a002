const BROWSERS = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
] as const

const SYSTEMS = [
  ['no iPhone', /iPhone/],
  ['no iPad', /iPad/],
  ['no Android', /Android/],
  ['no Windows', /Windows/],
  ['no Mac', /Mac OS X|Macintosh/],
  ['no ChromeOS', /CrOS/],
  ['no Linux', /Linux/],
] as const

/** A user agent in plain words: `Chrome no Windows`. */
export function describeDevice(userAgent: string): string {
  const browser = BROWSERS.find(([, pattern]) => pattern.test(userAgent))?.[0]
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0]
  if (browser === undefined) return system === undefined ? 'Dispositivo desconhecido' : `Aplicativo ${system}`
  return system === undefined ? browser : `${browser} ${system}`
}

/** Whether the device is a phone or a tablet. */
export function isHandheld(userAgent: string): boolean {
  return /iPhone|iPad|Android/.test(userAgent)
}

/** Whether the device is an iPhone or iPad; an iPad identifies itself as a Mac with a touch screen. */
export function isAppleHandheld(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iPhone|iPad/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
}

/** Whether the application is installed and was opened from the home screen. */
export function isInstalled(): boolean {
  return window.matchMedia('(display-mode: standalone)').matches
}
