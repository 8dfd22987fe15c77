import { getMoveLosses } from '@longreach/contract/companies/endpoints'
import { useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { formatCount } from '../../ui/format.ts'

const lossesQuery = (source: number, target: number) => ({
  queryKey: ['companies', 'losses', source, target],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await call(getMoveLosses, { params: { id: source, target } }, signal)).data,
})

/** What a move costs, in words; null if nothing. */
export async function lossesInWords(source: number, target: number): Promise<string | null> {
  const { data } = await call(getMoveLosses, { params: { id: source, target } })
  return inWords(data)
}

function inWords({ tags, devices }: { tags: number; devices: number }): string | null {
  if (devices === 0) return null
  const count = (key: 'lossTags' | 'lossDevices', value: number) =>
    i18next.t(`companies:move.${key}`, { count: value, formatted: formatCount(value) })
  return i18next.t('companies:move.losses', { devices: count('lossDevices', devices), tags: count('lossTags', tags) })
}

/** The same below the form, for the target that is selected. */
export function MoveLosses({ source, target }: { source: number; target: number }) {
  useTranslation('companies')
  const { data } = useQuery(lossesQuery(source, target))
  const words = data ? inWords(data) : null
  return words === null ? null : (
    <p role="status" style={{ fontSize: 13 }}>
      {words}
    </p>
  )
}
