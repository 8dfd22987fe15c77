import './texts.ts'
import { adoptConfigurations, ignoreDrift, overwriteConfigurations } from '@longreach/contract/configs/endpoints'
import { IconCheck, IconEyeOff, IconRestore } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { formatCount } from '../../ui/format.ts'
import { toast } from '../../ui/toast.ts'
import { confirm } from '../../windows/confirm.tsx'
import { openActionTab } from '../actions/public/open-tabs.ts'
import { minutesToConnect } from './versions/history.ts'

/** Ways to resolve the drift of devices. */
export const driftChanges = ['adopt', 'overwrite', 'ignore'] as const
export type DriftChange = (typeof driftChanges)[number]

export const driftIcons = { adopt: IconCheck, overwrite: IconRestore, ignore: IconEyeOff } as const

export interface Devices {
  ids: readonly number[]
  /** Name of a single device. */
  name?: string | undefined
}

/** Resolves drift after a confirmation that describes the effect. True if it was done. */
export async function changeDrift(change: DriftChange, devices: Devices, client: QueryClient): Promise<boolean> {
  const { ids, name } = devices
  const counted = (count: number) => ({ count, formatted: formatCount(count) })
  const texts = `configs:drift.${change}` as const
  const sure = await confirm({
    title:
      name === undefined ? i18next.t(`${texts}.title`, counted(ids.length)) : i18next.t(`${texts}.titleOne`, { name }),
    text: (
      <>
        <p>{i18next.t(`${texts}.text`, minutesToConnect)}</p>
        {name === undefined ? <p>{i18next.t('configs:drift.onlyDrifted')}</p> : null}
      </>
    ),
    confirm: i18next.t(`${texts}.action`),
    danger: change === 'overwrite',
  })
  if (!sure) return false
  const body = { device_id: [...ids] }
  try {
    if (change === 'overwrite') {
      const { data } = await call(overwriteConfigurations, { body })
      openActionTab({ id: data.id, kind: 'roll_back' })
    } else {
      const { data } = await call(change === 'adopt' ? adoptConfigurations : ignoreDrift, { body })
      toast(i18next.t(`configs:drift.${change}.done`, counted(data.length)), 'success')
    }
    return true
  } catch (error) {
    toast(messageOf(error), 'error')
    return false
  } finally {
    for (const key of ['actions', 'configs', 'config-devices']) void client.invalidateQueries({ queryKey: [key] })
  }
}
