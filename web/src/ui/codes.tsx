const CODE = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[-/][\p{L}\p{N}]+)+(?![\p{L}\p{N}])/gu
/** Longer codes may break, so that a narrow screen does not scroll sideways. */
const CODE_LENGTH_MAX = 24

/** A text whose product codes, such as `S7-300`, do not break at the hyphen; copying it yields the plain text. */
export function Codes({ text }: { text: string }) {
  return pieces(text).map(({ at, said, isCode }) =>
    isCode ? (
      <span key={at} className="whitespace-nowrap">
        {said}
      </span>
    ) : (
      said
    ),
  )
}

type Piece = { at: number; said: string; isCode: boolean }

function pieces(text: string): Piece[] {
  const found: Piece[] = []
  let end = 0
  for (const { 0: said, index: at } of text.matchAll(CODE)) {
    if (!/\p{N}/u.test(said) || !/\p{L}/u.test(said) || said.length > CODE_LENGTH_MAX) continue
    found.push({ at: end, said: text.slice(end, at), isCode: false }, { at, said, isCode: true })
    end = at + said.length
  }
  return [...found, { at: end, said: text.slice(end), isCode: false }].filter(({ said }) => said !== '')
}
