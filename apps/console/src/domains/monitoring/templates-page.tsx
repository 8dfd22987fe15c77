import './texts.ts'
import { IconChartHistogram, IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { TablePage } from '../../tables/table-page.tsx'
import { Button } from '../../ui/button.tsx'
import { openValues } from './open-windows.tsx'
import { monitoringTemplateTable } from './templates-list.tsx'

/** `/monitoring-templates`: templates that the user can see, and system templates. */
export function TemplatesPage() {
  const { t } = useTranslation('monitoring')
  const navigate = useNavigate()
  const mayEdit = useCan('update_monitoring')
  const add = mayEdit ? (
    <Button
      look="primary"
      icon={<IconPlus size={17} stroke={1.8} />}
      onClick={() => void navigate({ to: '/monitoring-templates/create' })}
    >
      {t('add')}
    </Button>
  ) : null
  return (
    <TablePage
      table={monitoringTemplateTable}
      title={t('title')}
      searchLabel={t('search')}
      onOpen={(template) => {
        if (template.type === 'system') return
        if (!mayEdit) return openValues(template)
        void navigate({ to: '/monitoring-templates/edit/$id', params: { id: String(template.id) } })
      }}
      countText={(count, formatted) => t('total', { count, formatted })}
      action={add}
      empty={{
        icon: <IconChartHistogram size={22} stroke={1.6} />,
        title: t('none.title'),
        text: t(mayEdit ? 'none.text' : 'none.textView'),
        action: add,
      }}
      failed={t('failed')}
    />
  )
}
