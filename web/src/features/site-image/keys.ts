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
