import { useState, type DragEvent } from 'react'

/** Lets the mouse drag entries of a list to another position; keyboard users have buttons beside the entries. */
export function useDragOrder(onMove: (from: number, to: number) => void) {
  const [from, setFrom] = useState<number>()
  const [over, setOver] = useState<number>()

  function stop() {
    setFrom(undefined)
    setOver(undefined)
  }

  function entryProps(index: number) {
    return {
      draggable: true,
      onDragStart(event: DragEvent) {
        event.dataTransfer.effectAllowed = 'move'
        setFrom(index)
      },
      onDragOver(event: DragEvent) {
        if (from === undefined) return
        event.preventDefault()
        setOver(index)
      },
      onDrop(event: DragEvent) {
        if (from === undefined) return
        event.preventDefault()
        if (from !== index) onMove(from, index)
        stop()
      },
      onDragEnd: stop,
    }
  }

  return { entryProps, isTarget: (index: number) => over === index && from !== index }
}

/** A copy of the list with one entry moved; unchanged if a position is out of range. */
export function moveEntry<Entry>(entries: readonly Entry[], from: number, to: number): Entry[] {
  const rest = entries.toSpliced(from, 1)
  const isInside = from in entries && to in entries
  return isInside ? rest.toSpliced(to, 0, ...entries.slice(from, from + 1)) : [...entries]
}
