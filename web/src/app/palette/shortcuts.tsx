import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { GO_TO, readSingleKeys, saveSingleKeys } from '@/app/palette/shortcut-keys'

const CommandPalette = lazy(() => import('@/app/palette/command-palette'))
const ShortcutsSheet = lazy(() => import('@/app/palette/shortcuts-sheet'))

const SEQUENCE_MS = 1200

type Open = 'palette' | 'sheet' | undefined

/** Ctrl/⌘-K, `?`, `/` and `g` followed by a letter. Nothing happens while typing in a field. */
export function Shortcuts() {
  const [open, setOpen] = useState<Open>()
  const [hasSingleKeys, setHasSingleKeys] = useState(readSingleKeys)
  useShortcutKeys(hasSingleKeys, setOpen)
  const onOpenChange = (isOpen: boolean) => !isOpen && setOpen(undefined)
  return (
    <Suspense>
      {open === 'palette' && (
        <CommandPalette onOpenChange={onOpenChange} onShowShortcuts={() => setOpen('sheet')} />
      )}
      {open === 'sheet' && (
        <ShortcutsSheet
          onOpenChange={onOpenChange}
          hasSingleKeys={hasSingleKeys}
          onSingleKeysChange={(wanted) => {
            saveSingleKeys(wanted)
            setHasSingleKeys(wanted)
          }}
        />
      )}
    </Suspense>
  )
}

function useShortcutKeys(hasSingleKeys: boolean, setOpen: (open: Open) => void): void {
  const navigate = useNavigate()
  const goPressedAt_ms = useRef(-Infinity)

  // Registered before the paint: a person who sees the page may press a key.
  useLayoutEffect(() => {
    function onKey(event: KeyboardEvent) {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        setOpen('palette')
        return
      }
      if (!hasSingleKeys || isTyping(event)) return
      const isSecond = event.timeStamp - goPressedAt_ms.current < SEQUENCE_MS
      goPressedAt_ms.current = event.key === 'g' ? event.timeStamp : -Infinity
      const target = isSecond ? GO_TO.find(({ key }) => key === event.key) : undefined
      if (target !== undefined) void navigate(target.to)
      else if (event.key === '?') setOpen('sheet')
      else if (event.key === '/') focusSearch(event)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [hasSingleKeys, navigate, setOpen])
}

function isTyping({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const isField =
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], [role=dialog]')
  return ctrlKey || metaKey || altKey || Boolean(isField)
}

function focusSearch(event: KeyboardEvent): void {
  const search = document.querySelector<HTMLInputElement>('main input[type=search]')
  if (search === null) return
  event.preventDefault()
  search.focus()
}
