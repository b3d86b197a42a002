import type { ReactNode } from 'react'
import { Held, ignore, LONG_NAME, LONG_TEXT, type Specimen, type State } from '@/dev/specimen'
import type { DocumentKind } from '@/lib/text/documents'
import { ofCents, type Money } from '@/lib/money'
import type { Proof } from '@/lib/person/proof'
import { DocumentInput } from '@/ui/document-input'
import { ErrorSummary } from '@/ui/error-summary'
import { Field } from '@/ui/field'
import { FileDrop } from '@/ui/file-drop'
import { Input, Textarea } from '@/ui/input'
import { MoneyInput } from '@/ui/money-input'
import { PasswordInput, StrengthMeter } from '@/ui/password-input'
import { ProofField } from '@/ui/proof-field'

function Labelled({ name, children, ...props }: { name: string; children: ReactNode; error?: string }) {
  return (
    <Field name={name} label="Título do projeto" hint="O que as pessoas leem primeiro." {...props}>
      {children}
    </Field>
  )
}

function document(kind: DocumentKind, first: string, name: string): State {
  return {
    name,
    show: (
      <Field name={`documento-${name}`} label={kind.toUpperCase()}>
        <Held first={first}>
          {(value, onChange) => <DocumentInput kind={kind} value={value} onValueChange={onChange} />}
        </Held>
      </Field>
    ),
  }
}

function money(first: Money | null, name: string, error?: string): State {
  return {
    name,
    show: (
      <Field name={`valor-${name}`} label="Valor" error={error}>
        <Held first={first}>
          {(value, onChange) => <MoneyInput value={value} onValueChange={onChange} />}
        </Held>
      </Field>
    ),
  }
}

const field: Specimen = {
  id: 'field',
  of: 'ui/field',
  states: [
    {
      name: 'com dica',
      show: (
        <Labelled name="f1">
          <Input />
        </Labelled>
      ),
    },
    {
      name: 'opcional',
      show: (
        <Field name="f2" label="Cargo" optional>
          <Input />
        </Field>
      ),
    },
    {
      name: 'com erro',
      show: (
        <Labelled name="f3" error="Escreva o título.">
          <Input />
        </Labelled>
      ),
    },
    {
      name: 'texto longo',
      show: (
        <Field name="f4" label={LONG_TEXT} hint={LONG_TEXT} error={LONG_TEXT}>
          <Input />
        </Field>
      ),
    },
  ],
}

const input: Specimen = {
  id: 'input',
  of: 'ui/input',
  states: [
    { name: 'vazio', show: <Input aria-label="Cidade" placeholder="Jundiaí" /> },
    { name: 'apontado', as: 'hover', show: <Input aria-label="Cidade, apontada" placeholder="Jundiaí" /> },
    {
      name: 'com foco',
      as: 'focus-visible',
      show: <Input aria-label="Cidade, com foco" defaultValue="Jundiaí" />,
    },
    {
      name: 'desabilitado',
      show: <Input aria-label="Cidade, desabilitada" disabled defaultValue="Jundiaí" />,
    },
    { name: 'só leitura', show: <Input aria-label="Cidade, só leitura" readOnly value="Jundiaí" /> },
    { name: 'texto longo', show: <Input aria-label="Empresa" defaultValue={LONG_NAME} /> },
  ],
}

const textarea: Specimen = {
  id: 'textarea',
  of: 'ui/input',
  states: [
    { name: 'vazio', show: <Textarea aria-label="Descrição" placeholder="O que precisa ser feito?" /> },
    {
      name: 'com erro',
      show: (
        <Field name="t1" label="Descrição" error="Escreva ao menos 30 caracteres.">
          <Textarea />
        </Field>
      ),
    },
    {
      name: 'desabilitado',
      show: <Textarea aria-label="Descrição, desabilitada" disabled defaultValue={LONG_TEXT} />,
    },
    {
      name: 'texto longo',
      show: <Textarea aria-label="Descrição longa" defaultValue={`${LONG_TEXT}\n\n${LONG_TEXT}`} />,
    },
  ],
}

function proof(first: Proof, name: string, isSent = false, error?: string, isMailed = true): State {
  return {
    name,
    show: (
      <Held first={first}>
        {(value, onChange) => (
          <ProofField
            name={`prova-${name}`}
            label="Senha atual"
            proof={value}
            onProofChange={onChange}
            passwordMax={72}
            onSend={ignore}
            isSending={false}
            isSent={isSent}
            isMailed={isMailed}
            error={error}
          />
        )}
      </Held>
    ),
  }
}

const password: Specimen = {
  id: 'password-input',
  of: 'ui/password-input',
  states: [
    {
      name: 'padrão',
      show: (
        <Field name="s1" label="Senha">
          <PasswordInput defaultValue="demo1234" />
        </Field>
      ),
    },
    {
      name: 'com erro',
      show: (
        <Field name="s2" label="Senha" error="Escreva a senha.">
          <PasswordInput />
        </Field>
      ),
    },
    {
      name: 'desabilitado',
      show: (
        <Field name="s3" label="Senha">
          <PasswordInput disabled />
        </Field>
      ),
    },
  ],
}

const fileDrop: Specimen = {
  id: 'file-drop',
  of: 'ui/file-drop',
  states: [
    {
      name: 'padrão',
      show: (
        <FileDrop
          label="Arraste uma imagem ou clique para escolher"
          hint="PNG, JPG ou WebP, até 10 MB"
          onFiles={ignore}
        />
      ),
    },
    { name: 'enviando', show: <FileDrop label="Enviando a imagem" progress={0.42} onFiles={ignore} /> },
    { name: 'desabilitado', show: <FileDrop label="Limite de imagens atingido" disabled onFiles={ignore} /> },
    { name: 'texto longo', show: <FileDrop label={LONG_NAME} hint={LONG_TEXT} onFiles={ignore} /> },
  ],
}

const errorSummary: Specimen = {
  id: 'error-summary',
  of: 'ui/error-summary',
  states: [
    {
      name: 'um problema',
      show: <ErrorSummary errors={{ f3: { message: 'Escreva o título.' } }} submitCount={0} />,
    },
    {
      name: 'vários',
      show: (
        <ErrorSummary
          errors={{ f3: { message: 'Escreva o título.' }, t1: { message: LONG_TEXT } }}
          submitCount={0}
        />
      ),
    },
    { name: 'nenhum', show: <ErrorSummary errors={{}} submitCount={0} /> },
  ],
}

export const FIELDS: readonly Specimen[] = [
  field,
  input,
  textarea,
  password,
  {
    id: 'strength-meter',
    of: 'ui/password-input',
    states: ['', 'senha', 'bombas9', 'bombas97Abre', 'Cavalo-correto.bateria7'].map((tried) => ({
      name: tried === '' ? 'vazia' : tried,
      show: (
        <div className="pt-3">
          <StrengthMeter password={tried} />
        </div>
      ),
    })),
  },
  {
    id: 'document-input',
    of: 'ui/document-input',
    states: [
      document('cpf', '', 'CPF vazio'),
      document('cpf', '529.982.247-25', 'CPF'),
      document('cnpj', '12.ABC.345/01DE-35', 'CNPJ com letras'),
    ],
  },
  {
    id: 'money-input',
    of: 'ui/money-input',
    states: [
      money(null, 'vazio'),
      money(ofCents(5_200_000), 'preenchido'),
      money(ofCents(99_999_999_999), 'enorme'),
      money(null, 'com erro', 'Escreva o valor.'),
    ],
  },
  {
    id: 'proof-field',
    of: 'ui/proof-field',
    states: [
      proof({ way: 'password', text: '' }, 'com senha'),
      proof({ way: 'code', text: '' }, 'sem senha'),
      proof({ way: 'code', text: '' }, 'sem senha nem correio', false, undefined, false),
      proof({ way: 'code', text: '123456' }, 'código enviado', true, LONG_TEXT),
    ],
  },
  fileDrop,
  errorSummary,
]
