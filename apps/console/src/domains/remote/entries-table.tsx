import './texts.ts'
import { openProtocols } from '@longreach/contract/remote/constants'
import type { RemoteAccess } from '@longreach/contract/remote/schemas'
import { IconPlus, IconTrash, IconWorldShare } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { BulkAction } from '../../tables/bulk-bar.tsx'
import { type ListRules, withFilter } from '../../tables/page/list-state.ts'
import { TablePage } from '../../tables/page/table-page.tsx'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useCan } from '../account/session.ts'
import { entryColumns, PhoneEntry } from './columns.tsx'
import { deleteEntriesAfterAsking } from './delete-entries.ts'
import { openAddEntry } from './open-windows.tsx'
import { loadEntries } from './queries.ts'

const rules: ListRules = {
  sorts: ['name', 'device_name', 'company_name', 'destination_ip', 'protocol', 'created_at'],
  defaultSort: 'device_name',
  filters: { protocol: openProtocols },
}
const deviceRules: ListRules = { ...rules, defaultSort: 'name' }
const protocols = ['all', ...openProtocols] as const

/** Entries of all devices, or of one. */
export function EntriesTable({ device }: { device?: { id: number; name: string } }) {
  const { t } = useTranslation('remote')
  const client = useQueryClient()
  const navigate = useNavigate()
  const can = {
    add: useCan('create_device_remote_access'),
    remove: useCan('delete_device_remote_access'),
    connect: useCan('connect_device_remote_access'),
  }
  const deviceId = device?.id
  const columns = useMemo(
    () => entryColumns(t, { connect: can.connect, oneDevice: deviceId !== undefined }),
    [t, can.connect, deviceId],
  )
  const load = useCallback(
    (query: Record<string, unknown>, signal: AbortSignal) =>
      loadEntries(deviceId === undefined ? query : { ...query, device_id: String(deviceId) }, signal),
    [deviceId],
  )
  const add = can.add ? (
    <Button
      look={device ? 'default' : 'primary'}
      size={device ? 'small' : 'medium'}
      icon={<IconPlus size={17} stroke={1.8} />}
      onClick={() => openAddEntry(device)}
    >
      {t('add')}
    </Button>
  ) : null
  return (
    <TablePage<RemoteAccess>
      name="remote"
      about={String(deviceId ?? '')}
      inner={device !== undefined}
      title={t('title')}
      searchLabel={t('search')}
      columns={columns}
      rules={device ? deviceRules : rules}
      load={load}
      nameOf={(row) => row.name}
      onOpen={(row) => void navigate({ to: '/remote/access/$id', params: { id: String(row.id) } })}
      phoneRow={(row) => <PhoneEntry row={row} connect={can.connect} oneDevice={deviceId !== undefined} />}
      countText={(count, formatted) => t('total', { count, formatted })}
      action={add}
      filters={(state, change) => (
        <Segmented
          label={t('protocolFilter')}
          value={(state.filters.protocol ?? 'all') as (typeof protocols)[number]}
          options={protocols.map((value) => ({ value, label: t(`protocol.${value}`) }))}
          onChange={(value) => change(withFilter(state, 'protocol', value === 'all' ? null : value))}
        />
      )}
      bulk={
        can.remove
          ? (selection) => (
              <BulkAction
                icon={<IconTrash size={17} stroke={1.6} />}
                onClick={() =>
                  void deleteEntriesAfterAsking([...selection.ids], client).then((done) => done && selection.clear())
                }
              >
                {t('delete')}
              </BulkAction>
            )
          : null
      }
      empty={{
        icon: <IconWorldShare size={22} stroke={1.6} />,
        title: t('none.title'),
        text: t('none.text'),
        action: add,
      }}
      failed={t('failed')}
    />
  )
}
