import './texts.ts'
import { IconClock, IconRouter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { type ListState, replaceFilter } from '../../tables/list-state.ts'
import { TablePage } from '../../tables/table-page.tsx'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { BulkUpdate } from './bulk-actions.tsx'
import { firmwareTable } from './firmware-list.tsx'
import classes from './firmware-page.module.css'
import { openCancelUpdates } from './open-windows.tsx'
import { pendingQuery } from './public/queries.ts'

/** `/management/update-firmware`: firmware of devices, and progress of updates. */
export function FirmwarePage() {
  const { t } = useTranslation('firmware')
  const navigate = useNavigate()
  return (
    <TablePage
      table={firmwareTable}
      title={t('title')}
      searchLabel={t('search')}
      onOpen={({ id }) => void navigate({ to: '/devices/$id/activity', params: { id: String(id) } })}
      countText={(count, formatted) => t('total', { count, formatted })}
      action={<PendingButton />}
      above={(state, change) => <WhichDevices state={state} onChange={change} />}
      bulk={(bulk) => <BulkUpdate {...bulk} />}
      empty={{
        icon: <IconRouter size={22} stroke={1.6} />,
        title: t('none.title'),
        text: t('none.text'),
      }}
      failed={t('failed')}
    />
  )
}

/** Number of pending updates; opens them. */
function PendingButton() {
  const { t } = useTranslation('firmware')
  const may = useCan('view_pending_device_actions')
  const { data } = useQuery({ ...pendingQuery(null, 50), enabled: may })
  const total = data?.meta.total ?? 0
  if (!may) return null
  return (
    <Button icon={<IconClock size={17} stroke={1.6} />} onClick={() => openCancelUpdates()}>
      {t('pending.action')}
      {total > 0 ? <span className={classes.count}>{formatCount(total)}</span> : null}
    </Button>
  )
}

const outdated = { name: 'firmware_outdated', value: 'yes', not: false } as const

/** Switches between all devices and those with outdated firmware. */
function WhichDevices({ state, onChange }: { state: ListState; onChange: (state: ListState) => void }) {
  const { t } = useTranslation('firmware')
  const set = state.filters.find(({ name, value, not }) => name === outdated.name && value === outdated.value && !not)
  return (
    <div className={classes.which}>
      <Segmented
        label={t('which')}
        value={set ? 'outdated' : 'all'}
        options={[
          { value: 'all', label: t('all') },
          { value: 'outdated', label: t('outdated') },
        ]}
        onChange={(which) => onChange(replaceFilter(state, set, which === 'outdated' ? outdated : null))}
      />
    </div>
  )
}
