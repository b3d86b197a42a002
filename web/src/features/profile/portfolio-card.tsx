import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import type { PortfolioItem } from '@/features/profile/queries'
import { formatNumber } from '@/lib/format'
import { Card, CardBody } from '@/ui/card'
import { ChipList } from '@/ui/chip'
import { CoverPicture } from '@/ui/cover-picture'

export function PortfolioCard({ item }: { item: PortfolioItem }) {
  return (
    <Card className="flex h-full flex-col overflow-hidden">
      <Gallery title={item.title} urls={item.image_urls} />
      <CardBody className="flex flex-col gap-3">
        <div>
          <h3 className="font-semibold break-words">{item.title}</h3>
          <p className="text-sm text-muted">{item.role}</p>
        </div>
        <p className="text-sm break-words whitespace-pre-line">{item.description}</p>
        <ChipList words={item.technologies} max={6} />
      </CardBody>
    </Card>
  )
}

/** One picture at a time; the others are a step away. */
function Gallery({ title, urls }: { title: string; urls: readonly string[] }) {
  const [shown, setShown] = useState(0)
  const alt = urls.length > 1 ? `${title}, imagem ${shown + 1} de ${urls.length}` : title
  return (
    <div className="relative border-b border-line">
      <CoverPicture url={urls[shown]} alt={alt} fallback="/imagens/portfolio-default-640" />
      {urls.length > 1 && (
        <div className="absolute inset-x-0 bottom-0 flex items-center justify-between p-2">
          <Step
            icon={ChevronLeft}
            label={`Imagem anterior de ${title}`}
            onClick={() => setShown((shown + urls.length - 1) % urls.length)}
          />
          <span className="figures rounded-sm bg-raised px-2 py-0.5 text-xs">
            {formatNumber(shown + 1)}/{formatNumber(urls.length)}
          </span>
          <Step
            icon={ChevronRight}
            label={`Próxima imagem de ${title}`}
            onClick={() => setShown((shown + 1) % urls.length)}
          />
        </div>
      )}
    </div>
  )
}

function Step({ icon: Icon, label, onClick }: { icon: LucideIcon; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="flex size-8 items-center justify-center rounded border border-line bg-raised hover:bg-hover"
    >
      <Icon className="size-4" aria-hidden />
    </button>
  )
}
