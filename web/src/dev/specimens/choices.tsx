import { Held, LONG_NAME, LONG_TEXT, type Specimen, type State } from '@/dev/specimen'
import { SUGGESTIONS } from '@/dev/specimens/suggestions'
import { formatMoney, ofCents } from '@/lib/money'
import { Checkbox } from '@/ui/checkbox'
import { Combobox, MultiSelect } from '@/ui/combobox'
import { FilterChips, FilterControl, FilterSheet, type Filter } from '@/ui/directory-filters'
import { DirectorySearch, SearchBox } from '@/ui/directory-search'
import { Field } from '@/ui/field'
import { RadioCard } from '@/ui/radio-card'
import { Range } from '@/ui/range'
import { AxisInput, Rating, RatingInput } from '@/ui/rating'
import { Select } from '@/ui/select'
import { Switch } from '@/ui/switch'

const SKILLS = [
  { value: 'clp', label: 'CLP', count: 1234 },
  { value: 'scada', label: 'SCADA e supervisão', count: 0 },
  { value: 'longa', label: LONG_NAME, count: 3 },
]
const MEANINGS = ['Ruim', 'Fraco', 'Regular', 'Bom', 'Excelente'] as const

function filter(chosen: string[], onChange: (chosen: string[]) => void, isSingle = false): Filter {
  return { label: isSingle ? 'Estado' : 'Habilidades', options: SKILLS, chosen, onChange, isSingle }
}

function filters(name: string, first: string[]): State {
  return {
    name,
    isWide: true,
    show: (
      <Held first={first}>
        {(chosen, onChange) => (
          <div className="flex flex-col gap-3">
            <FilterControl filter={filter(chosen, onChange)} />
            <FilterControl filter={filter(chosen.slice(0, 1), onChange, true)} />
            <FilterChips filters={[filter(chosen, onChange)]} onClear={() => onChange([])} />
          </div>
        )}
      </Held>
    ),
  }
}

function sheet(name: string, first: string[]): State {
  return {
    name,
    opens: 'Filtros',
    show: (
      <Held first={first}>
        {(chosen, onChange) => (
          <FilterSheet
            filters={[filter(chosen, onChange)]}
            found="12.345.678 projetos"
            onClear={() => onChange([])}
          />
        )}
      </Held>
    ),
  }
}

function DirectorySpecimen() {
  return (
    <Held first={['clp']}>
      {(chosen, onChange) => (
        <Held first="">
          {(text, onText) => (
            <DirectorySearch
              label="Buscar projetos"
              placeholder="Título, descrição ou código"
              text={text}
              onTextChange={onText}
              filters={[filter(chosen, onChange), filter([], onChange, true)]}
              onClear={() => onChange([])}
              found="34 projetos"
              orders={[{ value: '', label: 'Mais recentes' }]}
              order=""
              onOrderChange={() => onText('')}
            />
          )}
        </Held>
      )}
    </Held>
  )
}

const combobox: Specimen = {
  id: 'combobox',
  of: 'ui/combobox',
  states: [
    {
      name: 'vários, aberto por um clique',
      opens: 'Selecione as habilidades',
      show: (
        <Held<string[]> first={[]}>
          {(value, onChange) => (
            <MultiSelect
              options={SKILLS}
              value={value}
              onValueChange={onChange}
              placeholder="Selecione as habilidades"
            />
          )}
        </Held>
      ),
    },
    {
      name: 'vários, escolhidos',
      show: (
        <Held first={['clp', 'longa']}>
          {(value, onChange) => (
            <Field name="c1" label="Habilidades" error="Escolha no máximo uma.">
              <MultiSelect
                options={SKILLS}
                value={value}
                onValueChange={onChange}
                placeholder="Habilidades"
              />
            </Field>
          )}
        </Held>
      ),
    },
    {
      name: 'um, texto longo',
      show: (
        <Held<string | null> first="longa">
          {(value, onChange) => (
            <Combobox
              aria-label="Habilidade"
              options={SKILLS}
              value={value}
              onValueChange={onChange}
              placeholder="Escolha"
            />
          )}
        </Held>
      ),
    },
  ],
}

const select: Specimen = {
  id: 'select',
  of: 'ui/select',
  states: [
    { name: 'vazio', show: <Select aria-label="Nível" options={SKILLS} placeholder="Selecione" /> },
    { name: 'apontado', as: 'hover', show: <Select aria-label="Nível, apontado" options={SKILLS} /> },
    { name: 'texto longo', show: <Select aria-label="Nível, longo" options={SKILLS} defaultValue="longa" /> },
    {
      name: 'com erro',
      show: (
        <Field name="n1" label="Nível" error="Escolha o nível.">
          <Select options={SKILLS} placeholder="Selecione" />
        </Field>
      ),
    },
    { name: 'desabilitado', show: <Select aria-label="Nível, desabilitado" options={SKILLS} disabled /> },
  ],
}

const checkbox: Specimen = {
  id: 'checkbox',
  of: 'ui/checkbox',
  states: [
    { name: 'vazia', show: <Checkbox label="Aceito os termos" /> },
    { name: 'marcada', show: <Checkbox label="Aceito os termos, marcada" defaultChecked /> },
    {
      name: 'com erro',
      show: <Checkbox label="Aceito os termos, com erro" error="Aceite os termos para continuar." />,
    },
    {
      name: 'desabilitada',
      show: <Checkbox label="Aceito os termos, desabilitada" disabled defaultChecked />,
    },
    { name: 'texto longo', show: <Checkbox label={LONG_TEXT} /> },
  ],
}

const radioCard: Specimen = {
  id: 'radio-card',
  of: 'ui/radio-card',
  states: [
    {
      name: 'padrão',
      show: <RadioCard name="r1" label="Valor fechado" description="Um preço pelo escopo inteiro." />,
    },
    {
      name: 'escolhido',
      show: <RadioCard name="r2" label="Por marcos" defaultChecked description={LONG_TEXT} />,
    },
    { name: 'apontado', as: 'hover', show: <RadioCard name="r3" label="Por hora" /> },
    { name: 'desabilitado', show: <RadioCard name="r4" label="Por mês" disabled /> },
  ],
}

const rating: Specimen = {
  id: 'rating',
  of: 'ui/rating',
  states: [
    { name: 'nenhuma', show: <Rating value={0} /> },
    { name: 'quase quatro', show: <Rating value={3.7} /> },
    {
      name: 'a dar',
      show: (
        <Held first={0}>
          {(value, onChange) => (
            <RatingInput
              name="nota"
              legend="Nota"
              meanings={MEANINGS}
              value={value}
              onValueChange={onChange}
            />
          )}
        </Held>
      ),
    },
    {
      name: 'um eixo',
      isWide: true,
      show: (
        <Held<number | null | undefined> first={4}>
          {(value, onChange) => (
            <AxisInput name="eixo" legend="Qualidade técnica" value={value} onValueChange={onChange} />
          )}
        </Held>
      ),
    },
  ],
}

export const CHOICES: readonly Specimen[] = [
  select,
  combobox,
  ...SUGGESTIONS,
  checkbox,
  radioCard,
  {
    id: 'switch',
    of: 'ui/switch',
    states: [
      { name: 'desligado', show: <Switch label="Mensagens por e-mail" /> },
      {
        name: 'ligado',
        show: <Switch label="Propostas por e-mail" defaultChecked hint="No máximo uma vez por hora." />,
      },
      { name: 'desabilitado', show: <Switch label="Avisos de segurança" checked disabled /> },
      { name: 'texto longo', show: <Switch label={LONG_NAME} hint={LONG_TEXT} /> },
    ],
  },
  {
    id: 'range',
    of: 'ui/range',
    states: [
      {
        name: 'padrão',
        show: (
          <Held first={30}>
            {(value, onChange) => (
              <Range
                label="Parte da empresa"
                min={0}
                max={100}
                value={value}
                valueText={`${value} por cento, ${formatMoney(ofCents(value * 100))}`}
                onValueChange={onChange}
              />
            )}
          </Held>
        ),
      },
    ],
  },
  rating,
  {
    id: 'directory-filters',
    of: 'ui/directory-filters',
    states: [
      filters('nada escolhido', []),
      filters('escolhidos', ['clp', 'longa']),
      sheet('no telefone', ['clp']),
    ],
  },
  {
    id: 'directory-search',
    of: 'ui/directory-search',
    states: [
      { name: 'busca, filtros e ordem', isWide: true, show: <DirectorySpecimen /> },
      {
        name: 'só a busca',
        show: (
          <Held first="s7 300">
            {(text, onChange) => (
              <SearchBox label="Buscar mensagens" placeholder="Palavras" text={text} onChange={onChange} />
            )}
          </Held>
        ),
      },
    ],
  },
]
