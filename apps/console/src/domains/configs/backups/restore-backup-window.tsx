import '../texts.ts'
import { listBackups } from '@longreach/contract/configs/backup-endpoints'
import type { Backup } from '@longreach/contract/configs/backup-schemas'
import type { ItemField } from '@longreach/contract/forms/fields'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { ItemSelect } from '../../../forms/controls/item-select.tsx'
import { formatApiTime } from '../../../ui/format.ts'
import { Select } from '../../../ui/select.tsx'
import { WindowForm } from '../../../windows/window-form.tsx'
import { openApply } from '../open-windows.tsx'
import classes from './restore-backup-window.module.css'

const devicesField: ItemField = {
  key: 'device_id',
  type: 'item',
  component: 'ItemSelect',
  ref: 'device',
  many: true,
  label: 'configs:restore.devices',
  hint: 'configs:restore.devicesHint',
  required: true,
}

type Of = { backup: Backup } | { device: { id: number; name: string; model: string | null } }

/** Backups to select from: those of the device, then those of its model; or matches of the typed text. */
function useBackups(of: Of, typed: string): Backup[] {
  const device = 'device' in of ? of.device : null
  const ask = (query: Record<string, unknown>, enabled: boolean) => ({
    queryKey: ['backups', 'choice', query],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await call(listBackups, { query: { limit: 50, ...query } as never }, signal)).data,
    placeholderData: keepPreviousData,
    enabled,
  })
  const search = typed === '' ? {} : { q: typed }
  const own = useQuery(ask({ ...search, device_id: device?.id }, device !== null))
  const model = device?.model ? { device_model: device.model } : {}
  const others = useQuery(ask(typed === '' ? model : search, device !== null))
  const found = 'backup' in of ? [of.backup] : [...(own.data ?? []), ...(others.data ?? [])]
  return [...new Map(found.map((backup) => [backup.id, backup])).values()]
}

/** Selects a backup and the devices to restore it on; a preview is shown before anything is sent. */
export function RestoreBackupWindow({ of }: { of: Of }) {
  const { t } = useTranslation('configs')
  const [typed, setTyped] = useState('')
  const backups = useBackups(of, typed)
  const [ids, setIds] = useState<number[]>(
    'device' in of ? [of.device.id] : of.backup.device_id === null ? [] : [of.backup.device_id],
  )
  const [chosen, setChosen] = useState<Backup | null>('backup' in of ? of.backup : null)
  const [errors, setErrors] = useState<{ devices?: string; backup?: string }>({})

  const preview = () => {
    const missing = {
      ...(ids.length === 0 ? { devices: t('change.noDevices') } : {}),
      ...(chosen === null ? { backup: t('required') } : {}),
    }
    setErrors(missing)
    if (ids.length === 0 || chosen === null) return
    const names = 'device' in of && ids.length === 1 && ids[0] === of.device.id ? [of.device.name] : []
    openApply({
      selected: { ids, count: ids.length, names },
      csv: '',
      source: { backup: chosen.id, name: chosen.name },
    })
  }
  return (
    <WindowForm onSubmit={preview} submit={t('change.preview')} busy={false} errors={[]}>
      {'device' in of ? (
        <Select
          label={t('restore.backup')}
          required
          searchable
          value={chosen === null ? null : String(chosen.id)}
          options={backups.map(({ id, name, created_at, device_name }) => ({
            value: String(id),
            label: `${formatApiTime(created_at)} · ${device_name ?? name}`,
          }))}
          onSearch={setTyped}
          emptyText={t('restore.noBackups')}
          error={errors.backup}
          onChange={(value) => setChosen(backups.find(({ id }) => String(id) === value) ?? null)}
        />
      ) : null}
      {chosen ? <Facts backup={chosen} /> : null}
      <ItemSelect
        field={devicesField}
        value={ids}
        values={{}}
        error={errors.devices}
        onChange={(value) => setIds(value as number[])}
      />
      <p className={classes.note}>{t('restore.note')}</p>
    </WindowForm>
  )
}

/** File, date, model and firmware of a backup. */
function Facts({ backup }: { backup: Backup }) {
  const { t } = useTranslation('configs')
  const unknown = t('restore.unknown')
  return (
    <dl className={classes.facts}>
      <dt>{t('restore.file')}</dt>
      <dd>{backup.name}</dd>
      <dt>{t('restore.made')}</dt>
      <dd>{formatApiTime(backup.created_at)}</dd>
      <dt>{t('restore.model')}</dt>
      <dd>{backup.device_model ?? unknown}</dd>
      <dt>{t('restore.firmware')}</dt>
      <dd>{backup.firmware ?? unknown}</dd>
    </dl>
  )
}
