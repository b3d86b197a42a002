import { Tooltip as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

/** Names an icon or adds one line. Never the only place of something needed. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <Primitive.Provider delayDuration={400}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-xs animate-fade rounded-sm bg-inverse px-2.5 py-1.5 text-xs text-on-inverse"
          >
            {text}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  )
}
