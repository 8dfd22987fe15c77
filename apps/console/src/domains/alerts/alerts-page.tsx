import './texts.ts'
import { alertDays } from '@longreach/contract/alerts/constants'
import { IconAdjustments, IconAlertTriangle, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { BulkAction } from '../../tables/bulk-bar.tsx'
import { type BulkProps, TablePage } from '../../tables/table-page.tsx'
import { Button } from '../../ui/button.tsx'
import { alertTable } from './alerts-list.tsx'
import { deleteAlertsAfterAsking } from './delete-rows.ts'
import { openAddAlert, openAlert } from './open-windows.tsx'
import { useAlertNews } from './use-alert-news.ts'

/** `/management/alerts`: alerts raised by rules, newest first. */
export function AlertsPage() {
  const { t } = useTranslation('alerts')
  const navigate = useNavigate()
  const mayAdd = useCan('create_device_alert_configurations')
  const mayRemove = useCan('delete_device_alerts')
  const seesRules = useCan('view_device_alert_configurations')
  useAlertNews()
  const add = mayAdd ? (
    <Button look="primary" icon={<IconPlus size={17} stroke={1.8} />} onClick={() => openAddAlert(null)}>
      {t('add')}
    </Button>
  ) : null
  return (
    <TablePage
      table={alertTable}
      title={t('title')}
      searchLabel={t('search')}
      onOpen={openAlert}
      countText={(count, formatted) => t('total', { count, formatted })}
      action={
        <>
          {seesRules ? (
            <Button
              icon={<IconAdjustments size={17} stroke={1.6} />}
              onClick={() => void navigate({ to: '/management/alerts/rules' })}
            >
              {t('rules.action')}
            </Button>
          ) : null}
          {add}
        </>
      }
      bulk={mayRemove ? (bulk) => <Bulk {...bulk} /> : null}
      empty={{
        icon: <IconAlertTriangle size={22} stroke={1.6} />,
        title: t('none.title'),
        text: t(mayAdd ? 'none.text' : 'none.textView', { days: alertDays }),
        action: add,
      }}
      failed={t('failed')}
    />
  )
}

function Bulk({ selected, clear }: BulkProps) {
  const { t } = useTranslation('alerts')
  const client = useQueryClient()
  return (
    <BulkAction
      icon={<IconTrash size={17} stroke={1.6} />}
      onClick={() => void deleteAlertsAfterAsking(selected, client).then((done) => done && clear())}
    >
      {t('remove.action')}
    </BulkAction>
  )
}
