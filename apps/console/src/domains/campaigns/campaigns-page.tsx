import './texts.ts'
import { IconPlus, IconStack2 } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { TablePage } from '../../tables/table-page.tsx'
import { Button } from '../../ui/button.tsx'
import { campaignTable } from './campaigns-list.tsx'
import { openNewCampaign } from './open-windows.tsx'

/** `/management/campaigns`: changes that are rolled out in waves. */
export function CampaignsPage() {
  const { t } = useTranslation('campaigns')
  const navigate = useNavigate()
  const mayCreate = useCan('create_multi_configuration')
  const add = mayCreate ? (
    <Button look="primary" icon={<IconPlus size={17} stroke={1.8} />} onClick={() => openNewCampaign({ filter: {} })}>
      {t('add')}
    </Button>
  ) : null
  return (
    <TablePage
      table={campaignTable}
      title={t('title')}
      searchLabel={t('search')}
      onOpen={({ id }) => void navigate({ to: '/management/campaigns/$id', params: { id: String(id) } })}
      countText={(count, formatted) => t('total', { count, formatted })}
      action={add}
      empty={{
        icon: <IconStack2 size={22} stroke={1.6} />,
        title: t('none.title'),
        text: t(mayCreate ? 'none.text' : 'none.textView'),
        action: add,
      }}
      failed={t('failed')}
    />
  )
}
