import './texts.ts'
import { IconBolt, IconClock, IconKey } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { TablePage } from '../../tables/table-page.tsx'
import { Button } from '../../ui/button.tsx'
import { actionTable } from './actions-list.tsx'
import { openActionTab } from './public/open-tabs.ts'
import { openPasswordLists, openPendingJobs } from './public/open-windows.tsx'

/** `/management/actions`: running, pending and finished actions on devices in reach; a row opens one in the dock. */
export function ActionsPage() {
  const { t } = useTranslation('actions')
  const maySeePending = useCan('view_pending_device_actions')
  const mayManagePasswords = useCan('manage_device_passwords')
  return (
    <TablePage
      table={actionTable}
      title={t('title')}
      searchLabel={t('search')}
      onOpen={openActionTab}
      countText={(count, formatted) => t('total', { count, formatted })}
      action={
        <>
          {mayManagePasswords ? (
            <Button icon={<IconKey size={17} stroke={1.6} />} onClick={openPasswordLists}>
              {t('passwordLists')}
            </Button>
          ) : null}
          {maySeePending ? (
            <Button icon={<IconClock size={17} stroke={1.6} />} onClick={() => openPendingJobs()}>
              {t('pending')}
            </Button>
          ) : null}
        </>
      }
      empty={{
        icon: <IconBolt size={22} stroke={1.6} />,
        title: t('list.none'),
        text: t('list.noneText'),
      }}
      failed={t('list.failed')}
    />
  )
}
