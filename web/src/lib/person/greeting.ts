/** The greeting on the dashboard. */
export function greetingOf({
  name,
  role,
  is_party,
}: {
  name: string
  role: string
  is_party: boolean
}): string {
  return `Olá, ${addressed(name, role === 'company' && is_party)}`
}

/** A person's first name, or the whole name of a company. */
export function addressed(name: string, isCompany: boolean): string {
  const whole = name.trim()
  return isCompany ? whole : (whole.split(/\s+/)[0] ?? whole)
}
