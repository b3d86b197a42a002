/** The line under a person's name: the headline, else the title, else nothing. */
export function subtitleOf(profile: { headline: string; title: string } | null | undefined): string {
  if (!profile) return ''
  return profile.headline === '' ? profile.title : profile.headline
}
