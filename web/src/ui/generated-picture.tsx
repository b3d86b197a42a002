import { Avatar, Style } from '@dicebear/core'
import shapes from '@dicebear/styles/shapes.json'
import { useMemo } from 'react'

const style = new Style(shapes)
const GROUND = ['#232a34', '#39424f', '#55606e', '#7b8794']
// No orange: that is the colour of the one thing to act on.
const SHAPE = ['#d9dee4', '#aeb9c4', '#faf5ec', '#8fa3b8', '#c8bba3', '#6d86a0']

/** Drawn in the browser, so that no name or seed leaves it. */
export default function GeneratedPicture({ seed, alt }: { seed: string; alt: string }) {
  const source = useMemo(() => draw(seed), [seed])
  return <img src={source} alt={alt} className="size-full object-cover" />
}

function draw(seed: string): string {
  return new Avatar(style, {
    seed,
    backgroundColor: GROUND,
    shape1Color: SHAPE,
    shape2Color: SHAPE,
    shape3Color: SHAPE,
  }).toDataUri()
}
