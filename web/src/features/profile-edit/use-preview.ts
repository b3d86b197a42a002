import { useEffect, useState } from 'react'
import type { Picture } from '@/features/profile-edit/schema'

/** The address under which a picture can be shown before and after it is stored. */
export function usePreview({ url, blob }: Picture): string | null {
  const [preview, setPreview] = useState<string | null>(null)
  useEffect(() => {
    if (blob === null) return
    const created = URL.createObjectURL(blob)
    // The address exists outside React, for as long as this picture is the chosen one.
    // eslint-disable-next-line react-hooks/set-state-in-effect
    setPreview(created)
    return () => URL.revokeObjectURL(created)
  }, [blob])
  return blob === null ? url : preview
}
