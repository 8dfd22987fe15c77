import './texts.ts'
import { IconAdjustments } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { TablePage } from '../../tables/table-page.tsx'
import { Button } from '../../ui/button.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { ConfigBulk } from './config-bulk.tsx'
import { ConfigViews } from './config-views.tsx'
import { configTable } from './configs-list.tsx'
import { openChange } from './open-windows.tsx'
import { useMayRead } from './read-button.tsx'
import { UnreadNotice } from './unread-notice.tsx'

/** `/device-configuration`: devices whose configuration was read, with their drift. */
export function ConfigsPage() {
  const { t } = useTranslation('configs')
  const navigate = useNavigate()
  const mayApply = useCan('apply_multi_configuration')
  const mayRead = useMayRead()
  const maySeeDevices = useCan('view_devices')
  const phone = usePhone()
  return (
    <TablePage
      table={configTable}
      title={t('title')}
      searchLabel={t('drift.search')}
      above={() => (
        <>
          <ConfigViews shown="devices" />
          <UnreadNotice />
        </>
      )}
      onOpen={({ id }) => void navigate({ to: '/devices/$id/configuration', params: { id: String(id) } })}
      countText={(count, formatted) => t('drift.total', { count, formatted })}
      action={
        <>
          {maySeeDevices && !phone ? (
            <Button
              onClick={() => void navigate({ to: '/management/devices', search: { config_state: 'drifted' } as never })}
            >
              {t('drift.inDevices')}
            </Button>
          ) : null}
          {mayApply ? (
            <Button look="primary" icon={<IconAdjustments size={17} stroke={1.6} />} onClick={() => openChange()}>
              {t('newChange')}
            </Button>
          ) : null}
        </>
      }
      bulk={mayApply ? (bulk) => <ConfigBulk {...bulk} /> : null}
      empty={{
        icon: <IconAdjustments size={22} stroke={1.6} />,
        title: t('drift.none.title'),
        text: t(mayRead ? 'drift.none.text' : 'drift.none.textView'),
        action:
          mayRead && maySeeDevices ? (
            <Button onClick={() => void navigate({ to: '/management/devices' })}>{t('drift.none.action')}</Button>
          ) : null,
      }}
      failed={t('drift.failed')}
    />
  )
}
