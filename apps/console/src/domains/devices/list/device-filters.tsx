import '../texts.ts'
import { listDevices } from '@longreach/contract/devices/endpoints'
import { useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { Fragment, type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import type { Search } from '../../../api/search.ts'
import { useCan } from '../../../api/session.ts'
import type { FilterField, FilterOption } from '../../../tables/filters/field.ts'
import { FilterBuilder } from '../../../tables/filters/filter-builder.tsx'
import { FilterChips, FilterWords } from '../../../tables/filters/filter-chips.tsx'
import type { ListState } from '../../../tables/list-state.ts'
import { formatCount } from '../../../ui/format.ts'
import { companyField } from '../../companies/public/company-field.ts'
import { tagField } from '../../tags/public/tag-field.ts'
import { statisticsQuery } from '../queries.ts'
import { byUse, deviceRules, firstModem } from './filters.ts'

interface Props {
  state: ListState
  onChange: (state: ListState) => void
}

/** Milliseconds between two counts of a filter that is shown in words. */
const countEvery = 5000

/** Filter that only searches: its values are not selected from a list. */
const searched = 'mac'

/** `signal_2` is shown as 'Signal, modem 2'. */
function labelOf(name: string): string {
  const label = i18next.t(`devices:filters.${firstModem(name)}` as 'devices:filters.status')
  return name === firstModem(name) ? label : i18next.t('devices:secondModem', { label })
}

const wordOf = (name: string, value: string) =>
  deviceRules[name]?.values?.includes(value)
    ? i18next.t(`devices:values.${firstModem(name)}.${value}` as 'devices:values.status.online')
    : value

type Counts = Readonly<Record<string, number>> | undefined

/** Values of a filter with their device counts; values without devices are left out. */
function choicesOf(name: string, counts: Counts): readonly FilterOption[] | undefined {
  const closed = deviceRules[name]?.values
  const values =
    closed ??
    Object.entries(counts ?? {})
      .filter(([value, count]) => count > 0 && value !== 'is_null')
      .sort((one, other) => other[1] - one[1])
      .map(([value]) => value)
  if (!closed && !counts) return undefined
  return values.map((value) => ({
    value,
    label: wordOf(name, value),
    count: counts ? (counts[value] ?? 0) : null,
  }))
}

const meaningless = new Set(['is_null', 'no_signal', 'unknown'])
/** Filters of the second modem appear only if a device has one. */
const isUsed = (name: string, counts: Counts) =>
  name === firstModem(name) ||
  Object.entries(counts ?? {}).some(([value, count]) => count > 0 && !meaningless.has(value))

/** With `limits`, the fields that are offered, with counts of the devices within them; otherwise all fields. */
function useFields(limits: Search | null): readonly FilterField[] {
  const offered = limits !== null
  const { data: statistics } = useQuery({ ...statisticsQuery('all', limits ?? {}), enabled: offered })
  const data = statistics?.counts
  const seesTags = useCan('view_tags')
  return useMemo(() => {
    const own = Object.entries(deviceRules).filter(([, { ids }]) => !ids)
    const fields = own
      .filter(([name]) => !offered || (name !== searched && isUsed(name, data?.[name as 'status'])))
      .map(([name, rule]): FilterField => {
        const options = rule.kind === 'list' ? choicesOf(name, data?.[name as 'status']) : undefined
        const named = { ...rule, name, label: labelOf(name), useNames: () => (value: string) => wordOf(name, value) }
        return options ? { ...named, options } : named
      })
    const company = { ...companyField(labelOf('company_id'), true), ...deviceRules.company_id }
    const tag = { ...tagField(labelOf('tag_id')), ...deviceRules.tag_id }
    return byUse([...fields, company as FilterField, ...(seesTags ? [tag as FilterField] : [])])
  }, [data, seesTags, offered])
}

interface BuilderProps extends Props {
  narrow: Search
  onClose: () => void
}

export function DeviceFilterBuilder({ onClose, narrow, ...rest }: BuilderProps) {
  const fields = useFields(narrow).filter(({ name }) => !(name in narrow))
  return <FilterBuilder {...rest} fields={fields} onClose={onClose} />
}

type Selected = Readonly<Record<string, unknown>>

/** Limits to a company by the context of a list, or by its filter, are the same to a reader. */
const nameOf = (name: string) => (name === 'within' || name === 'only' ? 'company_id' : name)

/** The devices of a filter in words, with how many they are now. */
export function DeviceFilterWords({ filter }: { filter: Selected }) {
  const { t } = useTranslation('devices')
  const fields = useFields(null)
  const query = Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, [value].flat().join(',')]))
  const { data: count } = useQuery({
    queryKey: ['devices', 'count', query],
    queryFn: async ({ signal }) =>
      (await call(listDevices, { query: { ...query, limit: 1 } as never }, signal)).meta.total ?? 0,
    refetchInterval: countEvery,
  })
  const parts = Object.entries(query).map(([key, value]): ReactNode => {
    const name = nameOf(key.replace(/^ne:/, ''))
    const field = fields.find((one) => one.name === name)
    if (field) return <FilterWords field={field} filter={{ name, value, not: key.startsWith('ne:') }} />
    return name === 'q' ? t('filterWords.search', { value }) : t('filterWords.area')
  })
  return (
    <>
      {t(parts.length > 0 ? 'filterWords.some' : 'filterWords.all')}
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the filter never changes
        <Fragment key={at}>
          {at === 0 ? ' ' : ', '}
          {part}
        </Fragment>
      ))}
      {count === undefined ? null : t('filterWords.now', { formatted: formatCount(count) })}
    </>
  )
}

export function DeviceFilterChips(props: Props) {
  return <FilterChips {...props} fields={useFields(null)} />
}
