import './texts.ts'
import { IconPlus, IconShieldCog } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { TablePage } from '../../tables/table-page.tsx'
import { Button } from '../../ui/button.tsx'
import { openRole } from './public/open-windows.tsx'
import { roleTable } from './roles-list.tsx'

/** `/users/roles`: default roles, and custom roles of the companies in reach. */
export function RolesPage() {
  const { t } = useTranslation('roles')
  const mayAdd = useCan('create_roles')
  const add = mayAdd ? (
    <Button look="primary" icon={<IconPlus size={17} stroke={1.8} />} onClick={() => openRole(null)}>
      {t('add')}
    </Button>
  ) : null
  return (
    <TablePage
      table={roleTable}
      title={t('title')}
      searchLabel={t('search')}
      onOpen={openRole}
      countText={(count, formatted) => t('total', { count, formatted })}
      action={add}
      empty={{ icon: <IconShieldCog size={22} stroke={1.6} />, title: t('none.title'), text: t('none.text') }}
      failed={t('failed')}
    />
  )
}
