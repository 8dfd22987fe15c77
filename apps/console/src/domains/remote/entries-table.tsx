import './texts.ts'
import { openProtocols } from '@longreach/contract/remote/constants'
import { exportRemoteAccess, listRemoteAccess } from '@longreach/contract/remote/endpoints'
import type { RemoteAccess } from '@longreach/contract/remote/schemas'
import { IconPlus, IconTrash, IconWorldShare } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { BulkAction } from '../../tables/bulk-bar.tsx'
import { choiceField, type FilterField } from '../../tables/filters/field.ts'
import type { ListSpec } from '../../tables/list-source.ts'
import { type Chosen, TablePage } from '../../tables/table-page.tsx'
import { Button } from '../../ui/button.tsx'
import { companyField } from '../companies/public/company-field.ts'
import { deviceField } from '../devices/public/device-field.ts'
import { entryColumns, PhoneEntry } from './columns.tsx'
import { deleteEntriesAfterAsking } from './delete-entries.ts'
import { openAddEntry } from './open-windows.tsx'

const spec: ListSpec = {
  name: 'remote',
  list: listRemoteAccess,
  download: exportRemoteAccess,
  defaultSort: 'device_name',
}
const deviceSpec: ListSpec = { ...spec, defaultSort: 'name' }

function useEntryFilters(oneDevice: boolean): readonly FilterField[] {
  const { t } = useTranslation('remote')
  return useMemo(
    () => [
      choiceField('protocol', t('protocolFilter'), openProtocols, (protocol) => t(`protocol.${protocol}`), {
        quick: true,
        many: true,
        not: true,
      }),
      ...(oneDevice ? [] : [deviceField(t('columns.device')), companyField(t('columns.company'))]),
      { name: 'is_main', label: t('filter.automatic'), kind: 'flag' },
    ],
    [t, oneDevice],
  )
}

/** Entries of all devices, or of one. */
export function EntriesTable({ device }: { device?: { id: number; name: string } }) {
  const { t } = useTranslation('remote')
  const navigate = useNavigate()
  const can = {
    add: useCan('create_device_remote_access'),
    connect: useCan('connect_device_remote_access'),
  }
  const mayRemove = useCan('delete_device_remote_access')
  const deviceId = device?.id
  const columns = useMemo(
    () => entryColumns(t, { connect: can.connect, oneDevice: deviceId !== undefined }),
    [t, can.connect, deviceId],
  )
  const filters = useEntryFilters(deviceId !== undefined)
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
      spec={device ? deviceSpec : spec}
      narrow={deviceId === undefined ? undefined : { device_id: String(deviceId) }}
      inner={device !== undefined}
      title={t('title')}
      searchLabel={t('search')}
      columns={columns}
      filters={filters}
      nameOf={(row) => row.name}
      onOpen={(row) => void navigate({ to: '/remote/access/$id', params: { id: String(row.id) } })}
      phoneRow={(row) => <PhoneEntry row={row} connect={can.connect} oneDevice={deviceId !== undefined} />}
      countText={(count, formatted) => t('total', { count, formatted })}
      action={add}
      bulk={mayRemove ? (chosen) => <Bulk {...chosen} /> : null}
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

function Bulk({ choice, clear }: Chosen) {
  const { t } = useTranslation('remote')
  const client = useQueryClient()
  return (
    <BulkAction
      icon={<IconTrash size={17} stroke={1.6} />}
      onClick={() => void deleteEntriesAfterAsking(choice, client).then((done) => done && clear())}
    >
      {t('delete')}
    </BulkAction>
  )
}
