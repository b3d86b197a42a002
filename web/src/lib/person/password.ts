/** From 0 to 4, by the length of a password and the kinds of characters in it. */
export function passwordStrength(password: string): number {
  if (password === '') return 0
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length
  const length = password.length >= 16 ? 3 : password.length >= 12 ? 2 : password.length >= 8 ? 1 : 0
  return Math.max(1, Math.min(4, length + kinds - 1))
}
