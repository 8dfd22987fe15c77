import './texts.ts'
import { IconPlus, IconSpeakerphone } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { TablePage } from '../../tables/table-page.tsx'
import { Button } from '../../ui/button.tsx'
import { noticeTable } from './notices-list.tsx'
import { openNotice } from './open-windows.tsx'

/** `/notices`: past, current and future notices to all users. */
export function NoticesPage() {
  const { t } = useTranslation('notices')
  const can = { add: useCan('create_notice'), edit: useCan('update_notice') }
  const add = can.add ? (
    <Button look="primary" icon={<IconPlus size={17} stroke={1.8} />} onClick={() => openNotice(null)}>
      {t('add')}
    </Button>
  ) : null
  return (
    <TablePage
      table={noticeTable}
      title={t('title')}
      searchLabel={t('search')}
      onOpen={(row) => can.edit && openNotice(row)}
      countText={(count, formatted) => t('total', { count, formatted })}
      action={add}
      empty={{
        icon: <IconSpeakerphone size={22} stroke={1.6} />,
        title: t('none.title'),
        text: t('none.text'),
        action: add,
      }}
      failed={t('failed')}
    />
  )
}
