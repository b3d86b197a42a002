import { CircleAlert } from 'lucide-react'
import { classNames } from '@/lib/class-names'
import { Button } from '@/ui/button'

type ErrorStateProps = {
  title?: string
  /** The error as a sentence: `errorSentence(error)` of api/errors. */
  message: string
  onRetry?: () => void
  retrying?: boolean
  /** The heading level; 1 when the page shows nothing else. */
  level?: 1
  className?: string
}

export function ErrorState({
  title = 'Não foi possível carregar',
  message,
  onRetry,
  retrying = false,
  level,
  className,
}: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={classNames('flex flex-col items-center gap-2 px-6 py-8 text-center', className)}
    >
      <CircleAlert className="size-6 text-danger" aria-hidden />
      {level === 1 ? (
        <h1 tabIndex={-1} className="w-full text-xl font-semibold break-words">
          {title}
        </h1>
      ) : (
        <p className="w-full font-semibold break-words">{title}</p>
      )}
      <p className="w-full max-w-lg text-sm break-words text-muted">{message}</p>
      {onRetry && (
        <Button className="mt-1" loading={retrying} onClick={onRetry}>
          Tentar novamente
        </Button>
      )}
    </div>
  )
}
