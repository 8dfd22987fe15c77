import './texts.ts'
import { getDiskSpace } from '@longreach/contract/system/endpoints'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { live } from '../../api/live.ts'
import { formatBytes } from '../../ui/format.ts'
import { useChangesTaken } from './changes.ts'
import { ChangesNotice } from './changes-notice.tsx'
import classes from './disk-space-warning.module.css'

/** Milliseconds between polls. */
const every = 30_000
const queryKey = ['system', 'disk-space']

/** Warns system administrators that changes are or will soon be refused, with instructions. */
export function DiskSpaceWarning() {
  const { t } = useTranslation('system')
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(getDiskSpace, {}, signal)).data,
    refetchInterval: every,
  })
  useEffect(() => live.on('ChangesTaken', () => void client.invalidateQueries({ queryKey })), [client])
  const taken = useChangesTaken()
  if (!data) return taken ? null : <ChangesNotice />
  if (data.state === 'ok') return null
  const sizes = { free: formatBytes(data.free ?? 0), required: formatBytes(data.required) }
  return (
    <section className={classes.warning} aria-label={t('diskSpace.title')}>
      <p>{t(`diskSpace.${data.state}`, sizes)}</p>
    </section>
  )
}
