import './texts.ts'
import { IconAdjustments, IconAlertTriangle, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { BulkAction } from '../../tables/bulk-bar.tsx'
import { type BulkProps, TablePage } from '../../tables/table-page.tsx'
import { Button } from '../../ui/button.tsx'
import { deleteRulesAfterAsking } from './delete-rows.ts'
import { openAddAlert, openEditRule } from './open-windows.tsx'
import { ruleTable } from './rules-list.tsx'
import { useAlertNews } from './use-alert-news.ts'

/** `/management/alerts/rules`: events that raise alerts, and on which devices; a row opens the rule. */
export function RulesPage() {
  const { t } = useTranslation('alerts')
  const navigate = useNavigate()
  const mayAdd = useCan('create_device_alert_configurations')
  const mayEdit = useCan('update_device_alert_configurations')
  const mayRemove = useCan('delete_device_alert_configurations')
  const seesAlerts = useCan('view_device_alerts')
  useAlertNews()
  const add = mayAdd ? (
    <Button look="primary" icon={<IconPlus size={17} stroke={1.8} />} onClick={() => openAddAlert(null)}>
      {t('add')}
    </Button>
  ) : null
  return (
    <TablePage
      table={ruleTable}
      title={t('rules.title')}
      searchLabel={t('rules.search')}
      onOpen={(row) => mayEdit && openEditRule(row)}
      countText={(count, formatted) => t('rules.total', { count, formatted })}
      action={
        <>
          {seesAlerts ? (
            <Button
              icon={<IconAlertTriangle size={17} stroke={1.6} />}
              onClick={() => void navigate({ to: '/management/alerts' })}
            >
              {t('rules.toAlerts')}
            </Button>
          ) : null}
          {add}
        </>
      }
      bulk={mayRemove ? (bulk) => <Bulk {...bulk} /> : null}
      empty={{
        icon: <IconAdjustments size={22} stroke={1.6} />,
        title: t('rules.none.title'),
        text: t(mayAdd ? 'rules.none.text' : 'rules.none.textView'),
        action: add,
      }}
      failed={t('rules.failed')}
    />
  )
}

function Bulk({ selected, clear }: BulkProps) {
  const { t } = useTranslation('alerts')
  const client = useQueryClient()
  return (
    <BulkAction
      icon={<IconTrash size={17} stroke={1.6} />}
      onClick={() => void deleteRulesAfterAsking(selected, client).then((done) => done && clear())}
    >
      {t('remove.action')}
    </BulkAction>
  )
}
