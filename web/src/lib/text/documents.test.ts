import { describe, expect, test } from 'vitest'
import examples from '@/lib/document-examples.json'
import { bareDocument, formatDocument, isCnpj, isCpf } from '@/lib/text/documents'

describe('numbers as people paste them', () => {
  const forms = examples.map(({ kind, text, number }) => [kind, JSON.stringify(text), text, number] as const)
  test.each(forms)('%s %s', (kind, _, text, number) => {
    expect((kind === 'cpf' ? isCpf : isCnpj)(text)).toBe(number !== '')
    if (number !== '') expect(bareDocument(text)).toBe(number)
  })
})

describe('CPF', () => {
  test.each([
    '529.982.247-25',
    '111.444.777-35',
    '248.438.034-80',
    '238.584.881-35',
    '123.456.789-09',
    '52998224725',
  ])('accepts %s', (cpf) => expect(isCpf(cpf)).toBe(true))
  test.each([
    '248.438.034-99',
    '111.111.111-11',
    '000.000.000-00',
    '529982247251',
    '5299822472A',
    '',
    '529.982.247',
  ])('refuses %s', (cpf) => expect(isCpf(cpf)).toBe(false))
})

describe('CNPJ', () => {
  test.each([
    '12.ABC.345/01DE-35',
    '1345C3A5000106',
    'R55231B3000757',
    '90.021.382/0001-22',
    '90.024.778/0001-23',
    '90.025.108/0001-21',
    '90.025.255/0001-00',
    '90.024.420/0001-09',
    'ABCDEFGHIJKL80',
    'AL.R0K.4K9/0001-68',
    '00.000.000/E08G-12',
    '00.000.000/0001-91',
    '11.222.333/0001-81',
    '26.637.142/0001-58',
    '12.345.678/0001-95',
    'A8.7HB.ZHB/0001-61',
  ])('accepts %s', (cnpj) => expect(isCnpj(cnpj)).toBe(true))
  test.each([
    'R55231B3000700',
    'ABCDEFGHIJKL81',
    '90.025.108/0001-01',
    '12.ABC.345/01DE-00',
    '000000000001P1',
    '90.024.420/0001A',
    '00.000.000/0000-00',
    '26.637.142/0001-00',
    '',
  ])('refuses %s', (cnpj) => expect(isCnpj(cnpj)).toBe(false))
  test('is stored without separators and in capitals', () => {
    expect(bareDocument(' 12.abc.345/01de-35 ')).toBe('12ABC34501DE35')
  })
})

describe('separators', () => {
  test.each([
    ['cpf', '52998224725', '529.982.247-25'],
    ['cpf', '529982', '529.982'],
    ['cpf', '5299', '529.9'],
    ['cpf', '', ''],
    ['cpf', '529.982.247-25999', '529.982.247-25'],
    ['cnpj', '12abc34501de35', '12.ABC.345/01DE-35'],
    ['cnpj', '12ABC3', '12.ABC.3'],
    ['cnpj', ' 12 ABC 345 01DE 35 ', '12.ABC.345/01DE-35'],
    ['cnpj', 'CNPJ: 33.444.559/0001\u201360', '33.444.559/0001-60'],
    ['cnpj', 'CNPJ: 33.444', '33.444'],
    ['cpf', 'CPF: 529.982.247\u201125', '529.982.247-25'],
  ] as const)('%s %s reads %s', (kind, text, shown) => expect(formatDocument(text, kind)).toBe(shown))
})
