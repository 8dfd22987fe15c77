import { expectTypeOf, test } from 'vitest'
import type { listAudit } from './audit/endpoints.ts'
import { exportOf } from './export.ts'
import type { ColumnOf, FilterOf, OrderOf, RangeOf, SearchFieldOf, SortOf } from './list-names.ts'
import { listTags } from './tags/endpoints.ts'

type Tags = typeof listTags

test('the names of a list are those of its endpoint', () => {
  expectTypeOf<SortOf<Tags>>().toEqualTypeOf<'id' | 'name' | 'company_name' | 'device_count' | 'created_at'>()
  expectTypeOf<'-name'>().toExtend<OrderOf<Tags>>()
  expectTypeOf<FilterOf<Tags>>().toEqualTypeOf<
    'id' | 'company_id' | 'for_company' | 'device_count_min' | 'device_count_max' | 'start_date' | 'end_date'
  >()
  expectTypeOf<RangeOf<Tags>>().toEqualTypeOf<'device_count'>()
  expectTypeOf<SearchFieldOf<Tags>>().toEqualTypeOf<'name'>()
  expectTypeOf<SearchFieldOf<typeof listAudit>>().toEqualTypeOf<string>()
  expectTypeOf<'color'>().toExtend<ColumnOf<Tags>>()
})

test('another name does not compile', () => {
  // @ts-expect-error: no sort of the list
  const sort: SortOf<Tags> = 'color'
  // @ts-expect-error: a sort without direction
  const descending: SortOf<Tags> = '-name'
  // @ts-expect-error: no filter of the list
  const filter: FilterOf<Tags> = 'color'
  // @ts-expect-error: `ne:` is not part of a filter's name
  const negated: FilterOf<Tags> = 'ne:company_id'
  // @ts-expect-error: no field of a tag
  const column: ColumnOf<Tags> = 'colour'
  // @ts-expect-error: nor of a download of tags
  exportOf(listTags, { name: 'tags.colours', summary: '', file: 'colours', columns: ['id', 'colour'] })
  return [sort, descending, filter, negated, column]
})
