import { FileText } from 'lucide-react'
import type { SharedContent } from '@/api/device/share-target'
import { formatBytes } from '@/lib/format'
import { Card, CardBody } from '@/ui/card'

/** What another application shared: its text and its files. */
export function SharedPreview({ shared: { text, files } }: { shared: SharedContent }) {
  return (
    <Card>
      <CardBody className="flex flex-col gap-3">
        {text !== '' && <p className="line-clamp-6 break-words whitespace-pre-line">{text}</p>}
        {files.length > 0 && (
          <ul aria-label="Arquivos" className="flex flex-col gap-2">
            {files.map((file, index) => (
              <li key={index} className="flex items-center gap-2 text-sm">
                <FileText className="size-4 shrink-0 text-muted" aria-hidden />
                <span className="min-w-0 truncate">{file.name}</span>
                <span className="figures shrink-0 text-muted">{formatBytes(file.size)}</span>
              </li>
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  )
}
