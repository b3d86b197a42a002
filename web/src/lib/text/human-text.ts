/* eslint-disable no-misleading-character-class -- The classes name joiners and marks one by one. */

/**
 * The rule for text that people write. internal/kernel/humantext and the database have the same rule:
 * human-text-examples.json holds all three to it.
 */
const BLANK = '\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'
const HIDDEN =
  '\\0-\\u0008\\u000e-\\u001f\\u007f-\\u0084\\u0086-\\u009f\\u202a-\\u202e\\u2066-\\u206f\\ufff9-\\ufffb'
const UNDRAWN =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u200e\\u200f\\u2060-\\u2065\\u3164\\ufeff\\uffa0\\u{e0000}-\\u{e001f}\\u{e0080}-\\u{e00ff}\\u{e01f0}-\\u{e0fff}'
const TAG = '\\u{e0020}-\\u{e007f}'
const MARK = '\\u0300-\\u036f\\u0483-\\u0489\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f'
const ATTACHED = `${MARK}\\u180b-\\u180f\\u2800\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}`
const JOINED =
  '\\u0590-\\u1cff\\u2190-\\u27bf\\u2b00-\\u2bff\\ua800-\\uabff\\ufb50-\\ufdff\\ufe0f\\ufe70-\\ufefc\\u{10a00}-\\u{11fff}\\u{1e900}-\\u{1e95f}\\u{1f000}-\\u{1faff}'

const hidden = new RegExp(`[${HIDDEN}]`, 'gu')
const drawn = new RegExp(`[^${BLANK}${HIDDEN}${UNDRAWN}${TAG}\\u200c\\u200d${ATTACHED}]`, 'u')
const piled = new RegExp(`[${MARK}]{7}`, 'u')
const dropped = new RegExp(
  `[${UNDRAWN}]|(?<![${JOINED}])[\\u200c\\u200d]|[\\u200c\\u200d](?![${JOINED}])|(?<!\\u{1f3f4}[${TAG}]*)[${TAG}]`,
  'gu',
)
const blanks = new RegExp(`[${BLANK}]+`, 'gu')
const around = new RegExp(`^[${BLANK}]+|[${BLANK}]+$`, 'gu')
const breaks = /\r\n|[\v\f\r\u0085\u2028\u2029]/gu

/** A name or title in its stored form: one line, composed, without characters that draw nothing. */
export function lineOf(text: string): string {
  return text.replace(dropped, '').replace(blanks, ' ').replace(around, '').normalize('NFC')
}

/** A longer text in its stored form, with every line break as a line feed. */
export function paragraphsOf(text: string): string {
  return text.replace(dropped, '').replace(breaks, '\n').replace(around, '').normalize('NFC')
}

/** The stored form of a line that its sender did not write: refused characters are dropped. */
function cleanLine(text: string): string {
  return lineOf(text.replace(hidden, ''))
}

/** Why a text is refused: control characters or reversed directions, nothing visible, or piled-up marks. */
export function whyRefused(text: string): 'hidden' | 'invisible' | 'piled' | undefined {
  if (text.search(hidden) !== -1) return 'hidden'
  if (text.replace(around, '') !== '' && !isVisible(text)) return 'invisible'
  return piled.test(text) ? 'piled' : undefined
}

function isVisible(text: string): boolean {
  return drawn.test(text)
}

/** The name under which a file is shown and sent. */
export function plainFileName(name: string): string {
  return cleanLine(name)
}

/** The file under a readable name; the same file if its name is readable already. */
export function withPlainName(file: File): File {
  const name = plainFileName(file.name)
  return name === file.name ? file : new File([file], name === '' ? 'arquivo' : name, { type: file.type })
}
