import { cva } from 'class-variance-authority'
import { CircleAlert, X } from 'lucide-react'
import { Toast as Primitive } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { classNames } from '@/lib/class-names'
import { currentToast, dismissToast, subscribeToToast, type ShownToast } from '@/lib/toast'

const DURATION_MS = 5000
const SWIPE_THRESHOLD_PX = 50

const looks = cva(
  'pointer-events-auto flex items-start gap-3 rounded border bg-raised py-1.5 pr-1.5 pl-3.5 shadow-float lg:py-3.5 lg:pr-2.5 lg:pl-4 data-[state=closed]:animate-leave data-[state=open]:animate-rise data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=end]:animate-leave data-[swipe=move]:translate-x-[var(--radix-toast-swipe-move-x)]',
  { variants: { variant: { default: 'border-line', destructive: 'border-danger' } } },
)

/** The region of toasts: one at a time, reachable with F8. Mounted once. */
export default function Toaster() {
  const shown = useSyncExternalStore(subscribeToToast, currentToast, currentToast)
  return (
    <Primitive.Provider
      duration={DURATION_MS}
      swipeDirection="right"
      swipeThreshold={SWIPE_THRESHOLD_PX}
      label="Notification"
    >
      {shown && <Notice key={shown.id} notice={shown} />}
      {/* A modal dialog hides what is beside it, but nothing that is marked as live. */}
      <div aria-live="off">
        {/* Where nothing is decided or written: on a phone over the header, as a page's first button is right below it and a dialog's and a conversation's are at the bottom; on a desk at the left, as those are at the right. */}
        <Primitive.Viewport
          hotkey={['F8']}
          label="Notification"
          className="pointer-events-none fixed inset-x-0 top-0 z-[60] mx-auto flex w-full max-w-md flex-col gap-2 p-2 pt-[max(0.375rem,env(safe-area-inset-top))] outline-none lg:top-auto lg:p-4 lg:right-auto lg:bottom-0 lg:mx-0"
        />
      </div>
    </Primitive.Provider>
  )
}

function Notice({ notice }: { notice: ShownToast }) {
  const { id, open, title, description, variant = 'default', action } = notice
  return (
    <Primitive.Root
      open={open}
      onOpenChange={(isOpen) => !isOpen && dismissToast(id)}
      type={variant === 'destructive' ? 'foreground' : 'background'}
      className={looks({ variant })}
    >
      {variant === 'destructive' && (
        <CircleAlert className="mt-1.5 size-5 shrink-0 text-danger lg:mt-0.5" aria-hidden />
      )}
      <div className="flex min-w-0 flex-1 flex-col self-center lg:gap-0.5">
        {title && <Primitive.Title className="text-sm font-semibold">{title}</Primitive.Title>}
        {description && (
          <Primitive.Description
            className={classNames(
              'text-sm break-words text-muted max-lg:leading-snug',
              // A success message may be cut where it would cover more than the header; an error is shown in full.
              variant === 'default' && 'max-lg:line-clamp-2',
            )}
          >
            {description}
          </Primitive.Description>
        )}
      </div>
      {action && (
        <Primitive.Action
          altText={action.altText ?? action.label}
          onClick={action.onClick}
          className="h-8 rounded border border-control px-3 text-sm font-medium hover:bg-hover"
        >
          {action.label}
        </Primitive.Action>
      )}
      <Primitive.Close
        aria-label="Fechar"
        className="flex size-8 items-center justify-center rounded text-muted hover:bg-hover hover:text-ink"
      >
        <X className="size-4" aria-hidden />
      </Primitive.Close>
    </Primitive.Root>
  )
}
