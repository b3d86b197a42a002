import { useState } from 'react'
import { errorSentence } from '@/api/errors'
import { PROJECT_FILES_MAX, PROJECT_FILES_MEGABYTES_MAX } from '@/api/limits'
import { uploadPaper } from '@/api/request/upload'
import {
  ACCEPTED,
  BUCKET,
  FILE_BYTES_MAX,
  type Audience,
  type NamedFile,
  type ProjectFile,
} from '@/features/project/files/files-query'
import { mediaTypeOf } from '@/lib/text/file-types'
import { formatBytes } from '@/lib/format'

/** A file of a project that is being written: how far it is stored, or why it is not. */
export type Chosen = Omit<ProjectFile, 'path' | 'created_at'> & {
  key: string
  /** Its name in the bucket, once it is stored. */
  path?: string | undefined
  /** What is sent again when it was not stored. */
  file?: File
  /** 0–1 while it is being stored. */
  progress?: number | undefined
  error?: string | undefined
}

const MEGABYTE = 1_000_000

/** The files of a project, which has them only once it is saved: until then they wait in its folder. */
export function useProjectFiles(projectId: string, attached: readonly ProjectFile[]) {
  const [chosen, setChosen] = useState<readonly Chosen[]>(() =>
    attached.map((file) => ({ ...file, key: file.path })),
  )
  const [refusal, setRefusal] = useState<string>()

  function put(key: string, changes: Partial<Chosen>) {
    setChosen((now) => now.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  }

  async function store({ key, file, media_type }: Chosen) {
    if (file === undefined) return
    try {
      put(key, { progress: 0, error: undefined })
      const typed = new File([file], file.name, { type: media_type })
      const path = await uploadPaper(BUCKET, projectId, typed, (progress) => put(key, { progress }))
      put(key, { progress: undefined, path })
    } catch (error) {
      put(key, { progress: undefined, error: errorSentence(error) })
    }
  }

  function choose(files: readonly File[]) {
    const known = files.flatMap((file) => chosenOf(file) ?? [])
    const all = [...chosen, ...known]
    const isTooMuch = all.reduce((sum, { bytes }) => sum + bytes, 0) > PROJECT_FILES_MEGABYTES_MAX * MEGABYTE
    setRefusal(refusalOf(files, all.length, isTooMuch))
    if (isTooMuch || all.length > PROJECT_FILES_MAX) return
    setChosen(all)
    known.forEach((one) => void store(one))
  }

  const named = chosen.flatMap(({ path, name, audience }): NamedFile[] =>
    path === undefined ? [] : [{ path, name, audience }],
  )
  return {
    chosen,
    refusal,
    choose,
    remove: (key: string) => setChosen((now) => now.filter((one) => one.key !== key)),
    retry: (one: Chosen) => void store(one),
    tell: (key: string, audience: Audience) => put(key, { audience }),
    /** What the project is to have, and whether that is another list than it has. */
    named,
    isChanged: JSON.stringify(named) !== JSON.stringify(attached.map(namedOf)),
    /** Why it cannot be saved yet. */
    unready: unreadyOf(chosen),
  }
}

export type ProjectFiles = ReturnType<typeof useProjectFiles>

function namedOf({ path, name, audience }: ProjectFile): NamedFile {
  return { path, name, audience }
}

function chosenOf(file: File): Chosen | undefined {
  const media_type = mediaTypeOf(file, ACCEPTED)
  if (media_type === undefined || file.size > FILE_BYTES_MAX || file.size === 0) return undefined
  return {
    key: crypto.randomUUID(),
    name: file.name,
    bytes: file.size,
    media_type,
    audience: 'proposers',
    file,
    progress: 0,
  }
}

function refusalOf(files: readonly File[], count: number, isTooMuch: boolean): string | undefined {
  if (count > PROJECT_FILES_MAX) return `Um projeto tem até ${String(PROJECT_FILES_MAX)} arquivos.`
  if (isTooMuch) return `Os arquivos de um projeto somam até ${String(PROJECT_FILES_MEGABYTES_MAX)} MB.`
  const wrong = files.find((file) => chosenOf(file) === undefined)
  if (wrong === undefined) return undefined
  if (wrong.size === 0) return `“${wrong.name}” está vazio.`
  if (wrong.size > FILE_BYTES_MAX) return `“${wrong.name}” é maior que ${formatBytes(FILE_BYTES_MAX)}.`
  return `“${wrong.name}” não é aceito: envie PDF, imagem, planilha, documento, DWG, DXF, texto ou ZIP.`
}

function unreadyOf(chosen: readonly Chosen[]): string | undefined {
  const failed = chosen.find(({ error }) => error !== undefined)
  if (failed !== undefined) return `“${failed.name}” não foi enviado: tente de novo ou tire o arquivo.`
  if (chosen.some(({ path }) => path === undefined)) return 'Espere os arquivos terminarem de ser enviados.'
  return undefined
}
