import { Codes } from '@/ui/codes'

/** A written scope: paragraphs, of which those with lines below a heading are lists. */
export function ScopeText({ text }: { text: string }) {
  const [title = '', ...parts] = text.split('\n\n')
  return (
    <div className="mt-3 flex max-w-measure flex-col gap-4 leading-relaxed break-words">
      <p className="text-sm text-muted">{title}</p>
      {parts.map((part) => (
        <Part key={part} lines={part.split('\n')} />
      ))}
    </div>
  )
}

function Part({ lines }: { lines: string[] }) {
  const [heading = '', ...rest] = lines
  if (!rest.some((line) => line.startsWith('- ')))
    return (
      <p className="whitespace-pre-line">
        <Codes text={lines.join('\n')} />
      </p>
    )
  return (
    <div>
      <h3 className="font-semibold">{heading}</h3>
      <ul className="mt-1 list-disc pl-5">
        {items(rest).map((line) => (
          <li key={line} className="whitespace-pre-line">
            <Codes text={line} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The items of a list, of which one may have several lines. */
function items(lines: readonly string[]): string[] {
  return lines
    .join('\n')
    .split(/(?:^|\n)- /)
    .filter((line) => line !== '')
}
