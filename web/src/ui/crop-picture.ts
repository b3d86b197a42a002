export type CropArea = { x: number; y: number; width: number; height: number }
export type PictureSize = { width: number; height: number }

const QUALITY = 0.9

/** Draws the chosen part of a picture at the requested size. */
export async function cropPicture(url: string, area: CropArea, size: PictureSize): Promise<Blob> {
  const image = new Image()
  image.src = url
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser has no canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, size.width, size.height)
  return new Promise((resolve, reject) => {
    // A browser that cannot encode WebP returns PNG, which the server accepts too.
    canvas.toBlob(
      (blob) =>
        blob === null ? reject(new Error('The picture is too large for this browser')) : resolve(blob),
      'image/webp',
      QUALITY,
    )
  })
}
