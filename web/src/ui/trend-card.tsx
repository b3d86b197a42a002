import { formatNumber } from '@/lib/format'
import { Card } from '@/ui/card'
import { Sparkline, type Point } from '@/ui/chart'

/** A figure over some days: their sum, and the curve of it. */
export function TrendCard({ label, points }: { label: string; points: readonly Point[] }) {
  const total = points.reduce((sum, point) => sum + point.value, 0)
  return (
    <Card className="flex flex-col gap-3 p-5">
      <h3 className="text-sm text-muted">{label}</h3>
      <div className="flex items-end justify-between gap-6">
        <p className="figures text-2xl font-medium">{formatNumber(total)}</p>
        <Sparkline caption={`${label} por dia`} points={points} className="w-32" />
      </div>
    </Card>
  )
}
