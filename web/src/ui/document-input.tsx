import type { ChangeEvent, ComponentProps } from 'react'
import { formatDocument, type DocumentKind } from '@/lib/text/documents'
import { Input } from '@/ui/input'

type DocumentInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> & {
  kind: DocumentKind
  value: string
  onValueChange: (text: string) => void
}

/**
 * CPF or CNPJ. Any separators and pasted text are taken; they are put in place
 * on leaving the field, and while typing only at the end of the text, so that
 * correcting the middle never moves the cursor.
 */
export function DocumentInput({ kind, value, onValueChange, onBlur, ...props }: DocumentInputProps) {
  function onChange(event: ChangeEvent<HTMLInputElement>) {
    const { value: typed, selectionStart } = event.target
    const isAtEnd = selectionStart === typed.length
    const isGrowing = typed.length > value.length
    onValueChange(isAtEnd && isGrowing ? formatDocument(typed, kind) : typed)
  }
  const isCpf = kind === 'cpf'
  return (
    <Input
      autoComplete="off"
      inputMode={isCpf ? 'numeric' : 'text'}
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      placeholder={isCpf ? '000.000.000-00' : '00.000.000/0000-00'}
      {...props}
      value={value}
      onChange={onChange}
      onBlur={(event) => {
        onValueChange(formatDocument(value, kind))
        onBlur?.(event)
      }}
    />
  )
}
