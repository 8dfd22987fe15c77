import { listTags } from '@longreach/contract/tags/endpoints'
import { expect, test } from 'vitest'
import { countField } from './filters/field.ts'
import { defineTable } from './table.ts'

const declared = {
  name: 'tags',
  list: listTags,
  texts: 'ui',
  defaultSort: 'name',
  nameOf: () => '',
  phoneRow: () => null,
  columns: () => [],
} as const
const column = { id: 'name', label: 'Name', width: 100, cell: () => null } as const

test('a table is declared with the names of its list', () => {
  const table = defineTable({
    ...declared,
    columns: () => [{ ...column, sort: 'name', csv: ['company_name'], notWithin: 'company_id' }],
    filters: () => [countField('device_count', 'Devices')],
  })
  expect(table.name).toBe('tags')
})

test('a sort, filter or field that the list does not have does not compile', () => {
  // @ts-expect-error: no sort of the list
  defineTable({ ...declared, defaultSort: 'color' })
  // @ts-expect-error: no sort of the list
  defineTable({ ...declared, columns: () => [{ ...column, sort: 'colour' }] })
  // @ts-expect-error: no field of the list
  defineTable({ ...declared, columns: () => [{ ...column, csv: ['colour'] }] })
  // @ts-expect-error: no filter of the list
  defineTable({ ...declared, columns: () => [{ ...column, notWithin: 'device_id' }] })
  // @ts-expect-error: no filter of the list
  defineTable({ ...declared, filters: () => [{ name: 'colour', label: '', kind: 'text' }] })
  // @ts-expect-error: no range of the list
  defineTable({ ...declared, filters: () => [countField('colours', '')] })
  // @ts-expect-error: no field of the list
  defineTable({ ...declared, fields: ['id', 'colour'] })
  expect(declared.list).toBe(listTags)
})
