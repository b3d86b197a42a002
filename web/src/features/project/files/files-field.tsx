import { FileStack, RotateCw, X } from 'lucide-react'
import { PROJECT_FILES_MAX, PROJECT_FILES_MEGABYTES_MAX } from '@/api/limits'
import { ACCEPTED, FILE_BYTES_MAX } from '@/features/project/files/files-query'
import { AUDIENCES, FILES_RULE } from '@/features/project/files/files-text'
import type { Chosen, ProjectFiles } from '@/features/project/files/use-project-files'
import { formatBytes } from '@/lib/format'
import { Button } from '@/ui/button'
import { Field, FieldError } from '@/ui/field'
import { FileDrop } from '@/ui/file-drop'
import { Progress } from '@/ui/progress'
import { Select } from '@/ui/select'

/** The files of a project, and who reads each. */
export function FilesField({ files }: { files: ProjectFiles }) {
  const { chosen, refusal, choose } = files
  return (
    <div className="flex flex-col gap-2">
      <Field name="files" label="Arquivos" optional hint={FILES_RULE} error={refusal}>
        <FileDrop
          label={chosen.length === 0 ? 'Escolher arquivos' : 'Escolher mais arquivos'}
          hint={HINT}
          accept={ACCEPTED}
          maxFiles={PROJECT_FILES_MAX}
          maxSize_bytes={FILE_BYTES_MAX}
          onFiles={choose}
        >
          <FileStack className="size-6 text-muted" aria-hidden />
        </FileDrop>
      </Field>
      <ul aria-label="Arquivos do projeto" className="divide-y divide-line empty:hidden">
        {chosen.map((one) => (
          <li key={one.key} className="flex flex-col gap-1 py-2">
            <OneFile one={one} files={files} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const HINT = `Desenhos, memorial descritivo, lista de I/O, fotos: PDF, DWG, DXF, imagem, planilha, documento ou ZIP, até 10 MB cada e ${String(PROJECT_FILES_MEGABYTES_MAX)} MB ao todo.`

function OneFile({ one, files }: { one: Chosen; files: ProjectFiles }) {
  const { key, name, bytes, audience, progress, error } = one
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 text-sm sm:grid-cols-[minmax(0,1fr)_18rem_auto]">
        <span className="min-w-0 break-words">
          {name} <span className="figures whitespace-nowrap text-muted">{formatBytes(bytes)}</span>
        </span>
        <div className="max-sm:order-last max-sm:col-span-2">
          <Select
            aria-label={`Quem lê ${name}`}
            options={AUDIENCES}
            value={audience}
            onChange={({ target }) => files.tell(key, target.value === 'dealers' ? 'dealers' : 'proposers')}
          />
        </div>
        <span className="flex">
          {error !== undefined && (
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={`Tentar de novo ${name}`}
              onClick={() => files.retry(one)}
            >
              <RotateCw className="size-4" aria-hidden />
            </Button>
          )}
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Tirar ${name}`}
            onClick={() => files.remove(key)}
          >
            <X className="size-4" aria-hidden />
          </Button>
        </span>
      </div>
      {progress !== undefined && <Progress value={progress} label={`Enviando ${name}`} />}
      {error !== undefined && (
        <div role="alert">
          <FieldError>{error}</FieldError>
        </div>
      )}
    </>
  )
}
