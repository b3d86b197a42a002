import { useEffect, useState } from 'react'

/** Which of the page's parts is being read: the last whose heading has passed the upper third of the screen. */
export function useSectionInSight(ids: readonly string[]): string | undefined {
  const [inSight, setInSight] = useState<string>()
  const joined = ids.join(' ')
  useEffect(() => {
    const headings = joined.split(' ').flatMap((id) => document.getElementById(id) ?? [])
    function look() {
      const line = window.innerHeight / 3
      const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
      const passed = headings.filter((heading) => heading.getBoundingClientRect().top <= line)
      setInSight((atEnd ? headings : passed).at(-1)?.id)
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [joined])
  return inSight
}
