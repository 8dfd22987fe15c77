import './texts.ts'
import { IconListCheck, IconListDetails } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { TablePage } from '../../tables/table-page.tsx'
import { Button } from '../../ui/button.tsx'
import { logTable } from './logs-list.tsx'
import { openLog } from './open-windows.tsx'

/** `/management/task-manager/logs`: runs of groups by device; a row opens the outcome of each task. */
export function LogsPage() {
  const { t } = useTranslation('tasks')
  const navigate = useNavigate()
  const back = (
    <Button
      icon={<IconListCheck size={17} stroke={1.6} />}
      onClick={() => void navigate({ to: '/management/task-manager' })}
    >
      {t('logs.toManager')}
    </Button>
  )
  return (
    <TablePage
      table={logTable}
      title={t('logs.title')}
      searchLabel={t('logs.search')}
      onOpen={openLog}
      countText={(count, formatted) => t('logs.total', { count, formatted })}
      action={back}
      empty={{
        icon: <IconListDetails size={22} stroke={1.6} />,
        title: t('logs.none'),
        text: t('logs.noneText'),
        action: back,
      }}
      failed={t('logs.failed')}
    />
  )
}
