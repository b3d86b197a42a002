/** The pictures that an administrator may replace, as the table `site_images` names them. */
export const SITE_IMAGE_KEYS = [
  'landingHero',
  'landingHero2',
  'solutionsCard1',
  'solutionsCard2',
  'solutionsCard3',
  'solutionsCard4',
  'solutionsCard5',
  'solutionsCard6',
  'projectsCard',
  'servicesCard',
  'findProfessionalCard',
  'howItWorksFlowchart',
] as const

export type SiteImageKey = (typeof SITE_IMAGE_KEYS)[number]

/** The address that stands in the table until somebody uploads another picture. */
export function builtInUrl(key: SiteImageKey): string {
  return key === 'howItWorksFlowchart' ? `/imagens/${key}.svg` : `/imagens/${key}-1280.webp`
}

/** The picture that comes with the product for a key; undefined for an unknown key. */
export function builtInUrlOf(key: string): string | undefined {
  const known = SITE_IMAGE_KEYS.find((name) => name === key)
  return known === undefined ? undefined : builtInUrl(known)
}
