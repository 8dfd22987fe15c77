import './texts.ts'
import { listBackups } from '@longreach/contract/configs/backup-endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import type { ControlProps } from '../../forms/controls/control.ts'
import { textOf } from '../../i18n/i18n.ts'
import { formatApiTime } from '../../ui/format.ts'
import { Select } from '../../ui/select.tsx'

const most = 50

const backupsQuery = (query: Record<string, unknown>) => ({
  queryKey: ['backups', 'choice', query],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await call(listBackups, { query: { limit: most, ...query } as never }, signal)).data,
  placeholderData: keepPreviousData,
})

/** Selects a backup, found by typing; the current one, named in `file_name`, may be missing from the matches. */
export function BackupControl({ field, value, values, onChange, error }: ControlProps) {
  const { t } = useTranslation('campaigns')
  const [typed, setTyped] = useState('')
  const id = typeof value === 'number' ? value : null
  const { data = [] } = useQuery(backupsQuery(typed === '' ? {} : { q: typed }))
  const options = data.map(({ id: backup, name, created_at, device_name }) => ({
    value: String(backup),
    label: `${formatApiTime(created_at)} · ${device_name ?? name}`,
  }))
  const current = { value: String(id), label: String(values.file_name ?? '') }
  const isMissing = id !== null && !data.some((backup) => backup.id === id)
  return (
    <Select
      label={'label' in field ? textOf(field.label) : ''}
      required
      searchable
      value={id === null ? null : String(id)}
      options={isMissing ? [current, ...options] : options}
      onSearch={setTyped}
      emptyText={t('form.noBackups')}
      error={error}
      onChange={(text) => onChange(Number(text))}
    />
  )
}
