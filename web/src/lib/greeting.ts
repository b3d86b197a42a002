/** How somebody is greeted: a person by the first name, a company by its own. */
export function greetingOf({
  name,
  role,
  is_party,
}: {
  name: string
  role: string
  is_party: boolean
}): string {
  const isCompany = role === 'company' && is_party
  return `Olá, ${isCompany ? name : (name.trim().split(/\s+/)[0] ?? name)}`
}
