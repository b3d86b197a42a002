/** The file types that people exchange, by media type and ending. */
export const DOCUMENTS: Readonly<Record<string, string[]>> = {
  'application/pdf': ['.pdf'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/webp': ['.webp'],
  'text/plain': ['.txt'],
  'text/csv': ['.csv'],
  'application/zip': ['.zip'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
}

/** Drawings, whose media type browsers rarely know. */
export const DRAWINGS: Readonly<Record<string, string[]>> = {
  'image/vnd.dwg': ['.dwg'],
  'image/vnd.dxf': ['.dxf'],
}

/** The media type of a file; by its ending if the browser knows none. */
export function mediaTypeOf(
  file: File,
  accepted: Readonly<Record<string, readonly string[]>>,
): string | undefined {
  if (Object.hasOwn(accepted, file.type)) return file.type
  const name = file.name.toLowerCase()
  return Object.keys(accepted).find((type) => accepted[type]?.some((ending) => name.endsWith(ending)))
}
