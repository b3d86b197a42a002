import { CircleAlert } from 'lucide-react'
import { classNames } from '@/lib/class-names'
import { Button } from '@/ui/button'

type ErrorStateProps = {
  title?: string
  /** What happened, in a sentence: `errorSentence(error)` of api/errors. */
  message: string
  onRetry?: () => void
  retrying?: boolean
  className?: string
}

export function ErrorState({
  title = 'Não foi possível carregar',
  message,
  onRetry,
  retrying = false,
  className,
}: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={classNames('flex flex-col items-center gap-3 px-6 py-14 text-center', className)}
    >
      <CircleAlert className="size-8 text-danger" aria-hidden />
      <p className="text-lg font-semibold">{title}</p>
      <p className="max-w-lg text-muted">{message}</p>
      {onRetry && (
        <Button className="mt-2" loading={retrying} onClick={onRetry}>
          Tentar novamente
        </Button>
      )}
    </div>
  )
}
