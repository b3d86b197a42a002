import { expect, test } from 'vitest'
import { storedName } from '@/api/request/upload'

test('the name of a stored picture is read off its address', () =>
  expect(storedName('https://x.br/storage/v1/object/public/public-uploads/portfolio/u1/a%20b?v=1')).toBe(
    'portfolio/u1/a b',
  ))

test('a picture from elsewhere has no name here', () =>
  expect(storedName('/imagens/portfolio-default-640.webp')).toBeUndefined())
