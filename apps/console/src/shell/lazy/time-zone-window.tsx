import '../texts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { storeValue } from '../../api/user-storage.ts'
import { Button } from '../../ui/button.tsx'
import { formatDate } from '../../ui/format.ts'
import { Select } from '../../ui/select.tsx'
import { timeZone, writeTimeZone } from '../../ui/time-zone.ts'
import { readyToasts, toast } from '../../ui/toast.ts'
import { ownZone, zoneOptions } from '../../ui/zone-options.ts'
import { useWindow } from '../../windows/use-window.ts'
import { WindowActions, WindowBody } from '../../windows/window-parts.tsx'
import classes from './time-zone-window.module.css'

/** Milliseconds before the page is reloaded, so that the toast can be read (spec §4). */
const reloadAfter = 300

/** Removes dates, which were selected in the old zone and mean other times in the new one. */
export function withoutDates(address: string): string {
  const url = new URL(address)
  for (const name of ['from', 'to', 'start_date', 'end_date']) url.searchParams.delete(name)
  return url.href
}

const zones = zoneOptions()

/** The time in the selected zone and in UTC, updated every second. */
function Clocks() {
  const { t } = useTranslation('shell')
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <dl className={classes.clocks}>
      <dt>{t('timeZone.selected')}</dt>
      <dd>{formatDate(now)}</dd>
      <dt>{t('timeZone.utc')}</dt>
      <dd>{formatDate(now, 'UTC')}</dd>
    </dl>
  )
}

/** Sets the zone of all times in the console. A window, because a menu has no space for a searchable field. */
export function TimeZoneWindow() {
  const { t } = useTranslation('shell')
  const { close } = useWindow()
  const client = useQueryClient()
  const chosen = timeZone()

  useEffect(() => void readyToasts(), [])

  const choose = async (zone: string | null) => {
    if (zone === (chosen ?? null)) return
    writeTimeZone(zone)
    toast(zone ? t('timeZone.changed', { zone }) : t('timeZone.removed'), 'success')
    const shown = new Promise((resolve) => setTimeout(resolve, reloadAfter))
    // The zone applies in this browser even if the server cannot store it for others.
    await Promise.all([shown, storeValue(client, 'timezone', zone).catch(() => undefined)])
    location.replace(withoutDates(location.href))
  }

  return (
    <>
      <WindowBody>
        <Select
          label={t('timeZone.zone')}
          hint={chosen ? undefined : t('timeZone.own')}
          value={chosen ?? ownZone()}
          options={zones}
          onChange={(zone) => void choose(zone)}
          searchable
          emptyText={t('timeZone.none')}
        />
        <Clocks />
      </WindowBody>
      <WindowActions>
        <Button disabled={chosen === undefined} onClick={() => void choose(null)}>
          {t('timeZone.reset')}
        </Button>
        <Button onClick={close}>{t('timeZone.close')}</Button>
      </WindowActions>
    </>
  )
}
