/** What people send each other about work, by media type and ending. */
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

/** Drawings, for which browsers seldom know a type. */
export const DRAWINGS: Readonly<Record<string, string[]>> = {
  'image/vnd.dwg': ['.dwg'],
  'image/vnd.dxf': ['.dxf'],
}

/** What a browser that knows no type for a file is told by its ending. */
export function mediaTypeOf(
  file: File,
  accepted: Readonly<Record<string, readonly string[]>>,
): string | undefined {
  if (Object.hasOwn(accepted, file.type)) return file.type
  const name = file.name.toLowerCase()
  return Object.keys(accepted).find((type) => accepted[type]?.some((ending) => name.endsWith(ending)))
}
