import { expect, expectTypeOf, it } from 'vitest'

import type { Database, Tables, TablesInsert, TablesUpdate } from '@/api/schema'

/* eslint-disable @typescript-eslint/no-restricted-imports -- what the generator writes of enums and views, which the market has none of, is in its own tests */
import type * as shop from '../../../internal/codegen/typescript/testdata/shop'
import { Constants } from '../../../internal/codegen/typescript/testdata/shop'
/* eslint-enable @typescript-eslint/no-restricted-imports */

type Public = Database['public']
type Shop = shop.Database['shop']

it('takes a table by its name as the official generator does', () => {
  expectTypeOf<Tables<'projects'>>().toEqualTypeOf<Public['Tables']['projects']['Row']>()
  expectTypeOf<TablesInsert<'projects'>>().toEqualTypeOf<Public['Tables']['projects']['Insert']>()
  expectTypeOf<TablesUpdate<'profiles'>>().toEqualTypeOf<Public['Tables']['profiles']['Update']>()
  expectTypeOf<Tables<'projects'>['id']>().toEqualTypeOf<string>()
})

it('takes a table of a named schema', () => {
  expectTypeOf<Tables<{ schema: 'public' }, 'projects'>>().toEqualTypeOf<Tables<'projects'>>()
  expectTypeOf<shop.TablesInsert<{ schema: 'shop' }, 'goods'>>().toEqualTypeOf<
    Shop['Tables']['goods']['Insert']
  >()
})

it('reads views like tables, and writes to tables only', () => {
  expectTypeOf<shop.Tables<'cheap'>>().toEqualTypeOf<{ name: string; number: number }>()
  // @ts-expect-error a view has nothing to insert
  expectTypeOf<shop.TablesInsert<'cheap'>>().toBeNever()
  // @ts-expect-error there is no such table
  expectTypeOf<Tables<'nothing'>>().toBeNever()
  // @ts-expect-error there is no such table in the schema
  expectTypeOf<shop.Tables<{ schema: 'shop' }, 'nothing'>>().toBeNever()
})

it('names enums and composite types', () => {
  expectTypeOf<shop.Enums<'state'>>().toEqualTypeOf<'open' | 'closed for good'>()
  expectTypeOf<shop.Enums<{ schema: 'shop' }, 'state'>>().toEqualTypeOf<shop.Enums<'state'>>()
  expectTypeOf<shop.CompositeTypes<'price'>>().toEqualTypeOf<{
    amount: number | null
    currency: string | null
  }>()
})

it('has the labels of enums as values, in their order', () => {
  expectTypeOf<(typeof Constants.shop.Enums.state)[number]>().toEqualTypeOf<shop.Enums<'state'>>()
  expect(Constants.shop.Enums.state).toEqual(['open', 'closed for good'])
})
