import './texts.ts'
import { countMoveLosses } from '@longreach/contract/devices/move-endpoints'
import type { MoveLosses } from '@longreach/contract/devices/schemas'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../api/error.ts'
import { keyOf, rowsOf, type SelectedRows } from '../../../tables/selected-rows.ts'
import { formatCount } from '../../../ui/format.ts'
import classes from './losses.module.css'

const lossesQuery = (selected: SelectedRows, company_id: number) => ({
  queryKey: ['devices', 'losses', keyOf(selected), company_id],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await call(countMoveLosses, { body: { ...rowsOf('device_id', selected), company_id } }, signal)).data,
})

/** Counts what the devices would lose in the selected company, before they are moved. */
export function DeviceMoveLosses({ selected, company }: { selected: SelectedRows; company: number }) {
  const { t } = useTranslation('moveDevices')
  const { data, error } = useQuery(lossesQuery(selected, company))
  return (
    <div role="status" className={classes.losses}>
      {data ? <Losses losses={data} /> : error ? t('uncounted', { reason: messageOf(error) }) : t('counting')}
    </div>
  )
}

function Losses({
  losses: { tags, tagged_devices, passwords, templates, actions, sessions, busy },
}: {
  losses: MoveLosses
}) {
  const { t } = useTranslation('moveDevices')
  const counted = (count: number) => ({ count, formatted: formatCount(count) })
  const lines = [
    tags > 0 && t('lostTags', { ...counted(tags), devices: t('devices', counted(tagged_devices)) }),
    passwords > 0 && t('lostPasswords', counted(passwords)),
    templates > 0 && t('lostTemplates', counted(templates)),
    actions > 0 && t('lostActions', counted(actions)),
    sessions > 0 && t('lostSessions', counted(sessions)),
  ].filter((line) => line !== false)
  return (
    <>
      {lines.length > 0 ? (
        <>
          <p>{t('lost')}</p>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      ) : (
        <p>{t('nothing')}</p>
      )}
      {tags + passwords + templates > 0 ? <p>{t('undo')}</p> : null}
      {busy > 0 ? <p>{t('busy', counted(busy))}</p> : null}
    </>
  )
}
