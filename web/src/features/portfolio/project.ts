import type { Row } from '@/api/tables'

export type PortfolioProject = Pick<
  Row<'portfolio_projects'>,
  'id' | 'title' | 'description' | 'role' | 'technologies' | 'image_urls' | 'position'
>
