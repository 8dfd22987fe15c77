import { useQuery } from '@tanstack/react-query'
import { type FilterField, idField } from '../../../tables/filters/field.ts'
import { namedTagsQuery, tagChoicesQuery } from '../choices.ts'

function useOptions(typed: string) {
  const { data } = useQuery(tagChoicesQuery(typed))
  return data?.map(({ id, name, devices_count }) => ({ value: String(id), label: name, count: devices_count }))
}

function useNames(ids: string) {
  const { data } = useQuery(namedTagsQuery(ids))
  return (id: string) => data?.find((one) => String(one.id) === id)?.name ?? `#${id}`
}

/** Filter for devices with at least one of some tags. */
export const tagField = (label: string): FilterField<'tag_id'> =>
  idField('tag_id', label, { many: true, useOptions, useNames })
