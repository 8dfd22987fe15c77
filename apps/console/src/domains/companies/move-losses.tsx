import { getMoveLosses } from '@longreach/contract/companies/endpoints'
import type { ResponseOf } from '@longreach/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { formatCount } from '../../ui/format.ts'

type CompanyLosses = ResponseOf<typeof getMoveLosses>

const lossesQuery = (source: number, target: number) => ({
  queryKey: ['companies', 'losses', source, target],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await call(getMoveLosses, { params: { id: source, target } }, signal)).data,
})

/** Losses caused by a move, in words; null if there are none. */
export async function lossesInWords(source: number, target: number): Promise<string | null> {
  const { data } = await call(getMoveLosses, { params: { id: source, target } })
  return inWords(data)
}

function inWords({ tags, devices, templates, template_devices }: CompanyLosses): string | null {
  const counted = (count: number) => ({ count, formatted: formatCount(count) })
  const losing = (count: number, key: 'lossTags' | 'lossTemplates', lost: number) =>
    i18next.t('companies:move.losing', { ...counted(count), lost: i18next.t(`companies:move.${key}`, counted(lost)) })
  const sentences = [
    ...(devices > 0 ? [losing(devices, 'lossTags', tags)] : []),
    ...(template_devices > 0 ? [losing(template_devices, 'lossTemplates', templates)] : []),
  ]
  return sentences.length === 0 ? null : [...sentences, i18next.t('companies:move.lossUndo')].join(' ')
}

/** The same below the form, for the selected target. */
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
