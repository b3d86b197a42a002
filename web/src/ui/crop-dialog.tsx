import { useEffect, useId, useState } from 'react'
import Cropper from 'react-easy-crop'
import { Button } from '@/ui/button'
import { cropPicture, type CropArea, type PictureSize } from '@/ui/crop-picture'
import { Dialog, DialogActions, DialogContent } from '@/ui/dialog'
import { FieldError } from '@/ui/field'

const ZOOM_MAX = 4

type CropDialogProps = {
  file: File
  title: string
  /** The size of the result in pixels; its aspect ratio is that of the frame. */
  size: PictureSize
  onCropped: (picture: Blob) => void
  onClose: () => void
}

/** Lets the user crop a picture by mouse, touch, arrow keys and a slider. */
export default function CropDialog({ file, title, size, onCropped, onClose }: CropDialogProps) {
  const url = useObjectUrl(file)
  const [position, setPosition] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<CropArea>()
  const [isUnreadable, setIsUnreadable] = useState(false)

  async function finish() {
    if (url === undefined || area === undefined) return
    try {
      onCropped(await cropPicture(url, area, size))
    } catch {
      setIsUnreadable(true)
    }
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={title}
        description="Arraste a imagem ou use as setas do teclado para escolher o enquadramento."
      >
        <div className="relative h-64 overflow-hidden rounded bg-sunken sm:h-80">
          {url !== undefined && !isUnreadable && (
            <Cropper
              image={url}
              crop={position}
              zoom={zoom}
              maxZoom={ZOOM_MAX}
              aspect={size.width / size.height}
              keyboardStep={4}
              onCropChange={setPosition}
              onZoomChange={setZoom}
              onCropComplete={(_share, pixels) => setArea(pixels)}
              mediaProps={{ alt: '', onError: () => setIsUnreadable(true) }}
              cropperProps={{ 'aria-label': 'Enquadramento', role: 'group' }}
            />
          )}
        </div>
        {isUnreadable ? (
          <div className="mt-4" role="alert">
            <FieldError>O arquivo não pôde ser lido como imagem. Escolha outro.</FieldError>
          </div>
        ) : (
          <ZoomSlider zoom={zoom} onZoomChange={setZoom} />
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancelar</Button>
          <Button
            variant="primary"
            disabled={area === undefined || isUnreadable}
            onClick={() => void finish()}
          >
            Usar imagem
          </Button>
        </DialogActions>
      </DialogContent>
    </Dialog>
  )
}

function ZoomSlider({ zoom, onZoomChange }: { zoom: number; onZoomChange: (zoom: number) => void }) {
  const id = useId()
  return (
    <div className="mt-4 flex items-center gap-3 text-sm">
      <label htmlFor={id} className="font-medium">
        Zoom
      </label>
      <input
        id={id}
        type="range"
        min={1}
        max={ZOOM_MAX}
        step={0.05}
        value={zoom}
        className="h-8 flex-1 accent-current"
        onChange={(event) => onZoomChange(event.target.valueAsNumber)}
      />
    </div>
  )
}

function useObjectUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const created = URL.createObjectURL(file)
    // The object URL lives outside React, from here until the dialog is unmounted.
    // eslint-disable-next-line react-hooks/set-state-in-effect
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [file])
  return url
}
