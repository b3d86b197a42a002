import { Download, Pencil, Plus, Trash2 } from 'lucide-react'
import { ignore, LONG_NAME, type Specimen } from '@/dev/specimen'
import { Button } from '@/ui/button'
import { Chip, ChipList, RemovableChip } from '@/ui/chip'
import { CodeBlock } from '@/ui/code-block'
import { CopyField } from '@/ui/copy-field'
import { DocumentActions } from '@/ui/document-actions'
import { FilterTabs } from '@/ui/filter-tabs'
import { LoadMore, MorePages } from '@/ui/load-more'
import { Pager } from '@/ui/pager'
import { ShareButton } from '@/ui/share-button'
import { ThemeSelect } from '@/ui/theme-select'
import { Held } from '@/dev/specimen'

const VARIANTS = ['primary', 'secondary', 'ghost', 'danger'] as const

const FILTERS = [
  { value: '', label: 'Todos', count: 12_345_678 },
  { value: 'open', label: 'Abertos', count: 0 },
  { value: 'closed', label: LONG_NAME },
]

const button: Specimen = {
  id: 'button',
  of: 'ui/button',
  states: [
    ...VARIANTS.flatMap((variant) => [
      { name: variant, show: <Button variant={variant}>Enviar proposta</Button> },
      {
        name: `${variant}, apontado`,
        as: 'hover' as const,
        show: <Button variant={variant}>Apontado</Button>,
      },
      {
        name: `${variant}, com foco`,
        as: 'focus-visible' as const,
        show: <Button variant={variant}>Com foco</Button>,
      },
      {
        name: `${variant}, desabilitado`,
        show: (
          <Button variant={variant} disabled>
            Desabilitado
          </Button>
        ),
      },
      {
        name: `${variant}, enviando`,
        show: (
          <Button variant={variant} loading>
            Enviando
          </Button>
        ),
      },
    ]),
    { name: 'pequeno', show: <Button size="sm">Editar</Button> },
    { name: 'grande', show: <Button size="lg">Publicar projeto</Button> },
    {
      name: 'com ícone',
      show: (
        <Button>
          <Plus className="size-4" aria-hidden />
          Adicionar marco
        </Button>
      ),
    },
    {
      name: 'só ícone',
      show: (
        <Button size="icon" aria-label="Editar">
          <Pencil className="size-4" aria-hidden />
        </Button>
      ),
    },
    {
      name: 'só ícone, pequeno',
      show: (
        <Button size="icon-sm" variant="ghost" aria-label="Excluir">
          <Trash2 className="size-4" aria-hidden />
        </Button>
      ),
    },
    {
      name: 'como link',
      show: (
        <Button asChild>
          <a href="#button">Ver perfil</a>
        </Button>
      ),
    },
    {
      name: 'texto longo',
      isWide: true,
      show: (
        <Button className="max-w-full">
          <Download className="size-4" aria-hidden />
          <span className="truncate">{LONG_NAME}</span>
        </Button>
      ),
    },
  ],
}

const chip: Specimen = {
  id: 'chip',
  of: 'ui/chip',
  states: [
    { name: 'palavra', show: <Chip>TIA Portal</Chip> },
    { name: 'removível', show: <RemovableChip label="PROFINET" onRemove={ignore} /> },
    { name: 'lista', show: <ChipList words={['CLP', 'SCADA', 'Retrofit', 'Redes', 'Visão']} max={3} /> },
    { name: 'texto longo', show: <ChipList words={[LONG_NAME, 'CLP']} /> },
    { name: 'vazia', show: <ChipList words={[]} /> },
  ],
}

const filterTabs: Specimen = {
  id: 'filter-tabs',
  of: 'ui/filter-tabs',
  states: [
    {
      name: 'números enormes, nada e texto longo',
      isWide: true,
      show: (
        <Held first="open">
          {(value, onChange) => (
            <FilterTabs label="Situação" options={FILTERS} value={value} onValueChange={onChange} />
          )}
        </Held>
      ),
    },
  ],
}

const pager: Specimen = {
  id: 'pager',
  of: 'ui/pager',
  states: [
    {
      name: 'a primeira',
      show: <Pager shown={12} of="mais de 1.000 projetos abertos" previous={undefined} next="?depois=x" />,
    },
    {
      name: 'no meio',
      show: <Pager shown={12} of="12.345.678 projetos abertos" previous="?antes=x" next="?depois=x" />,
    },
    { name: 'tudo', show: <Pager shown={1} of="1 projeto aberto" previous={undefined} next={undefined} /> },
  ],
}

const more = { hasNextPage: true, isFetchingNextPage: false, fetchNextPage: ignore }

const loadMore: Specimen = {
  id: 'load-more',
  of: 'ui/load-more',
  states: [
    {
      name: 'há mais',
      show: <LoadMore shown={20} total={12_345_678} noun="projetos" loading={false} onLoadMore={ignore} />,
    },
    {
      name: 'carregando',
      show: <LoadMore shown={20} total={34} noun="projetos" loading onLoadMore={ignore} />,
    },
    {
      name: 'tudo',
      show: <LoadMore shown={1} total={1} noun="projeto" loading={false} onLoadMore={ignore} />,
    },
    { name: 'dentro de uma página', show: <MorePages list={more} shown={50} total={120} noun="mensagens" /> },
  ],
}

const codeBlock: Specimen = {
  id: 'code-block',
  of: 'ui/code-block',
  states: [
    {
      name: 'padrão',
      show: (
        <CodeBlock
          label="Conectar"
          language="sh"
          code={"# O endereço\nexport BASE='https://exemplo.com.br'"}
        />
      ),
    },
    {
      name: 'linha longa, com foco',
      as: 'focus-visible',
      show: <CodeBlock label="Chave" language="js" code={`const key = '${'7f3a'.repeat(60)}'`} />,
    },
  ],
}

export const ACTIONS: readonly Specimen[] = [
  button,
  chip,
  filterTabs,
  loadMore,
  pager,
  codeBlock,
  {
    id: 'copy-field',
    of: 'ui/copy-field',
    states: [
      { name: 'padrão', show: <CopyField label="Código Pix" value="00020126580014br.gov.bcb.pix0136" /> },
      {
        name: 'texto longo',
        show: <CopyField label="Convite" value={`https://exemplo.com.br/convite#${'7f3a'.repeat(40)}`} />,
      },
    ],
  },
  {
    id: 'document-actions',
    of: 'ui/document-actions',
    states: [
      { name: 'padrão', show: <DocumentActions onSave={ignore} /> },
      { name: 'salvando', show: <DocumentActions isSaving onSave={ignore} saveLabel="Baixar extrato" /> },
      { name: 'secundário', show: <DocumentActions variant="secondary" onSave={ignore} /> },
    ],
  },
  {
    id: 'share-button',
    of: 'ui/share-button',
    states: [{ name: 'padrão', show: <ShareButton title="Migração da linha de envase" path="/projetos" /> }],
  },
  { id: 'theme-select', of: 'ui/theme-select', states: [{ name: 'padrão', show: <ThemeSelect /> }] },
]
