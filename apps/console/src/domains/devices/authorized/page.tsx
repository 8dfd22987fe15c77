import './texts.ts'
import { IconFileUpload, IconPlus, IconShieldCheck, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { BulkAction } from '../../../tables/bulk-bar.tsx'
import { type BulkProps, TablePage } from '../../../tables/table-page.tsx'
import { Button } from '../../../ui/button.tsx'
import { authorizedTable } from './list.tsx'
import { openAuthorizeDevice, openAuthorizeFile } from './open.tsx'
import { RegistrationSwitch } from './registration-switch.tsx'
import { removeAfterAsking } from './remove-authorized.ts'

/** `/auth-devices`: the devices that may register with this installation. */
export function AuthorizedPage() {
  const { t } = useTranslation('authorized')
  const actions = (
    <>
      <Button icon={<IconFileUpload size={17} stroke={1.8} />} onClick={openAuthorizeFile}>
        {t('file.action')}
      </Button>
      <Button look="primary" icon={<IconPlus size={17} stroke={1.8} />} onClick={openAuthorizeDevice}>
        {t('add')}
      </Button>
    </>
  )
  return (
    <TablePage
      table={authorizedTable}
      title={t('title')}
      searchLabel={t('search')}
      onOpen={() => undefined}
      countText={(count, formatted) => t('total', { count, formatted })}
      action={actions}
      above={() => <RegistrationSwitch />}
      bulk={(bulk) => <Bulk {...bulk} />}
      empty={{
        icon: <IconShieldCheck size={22} stroke={1.6} />,
        title: t('none.title'),
        text: t('none.text'),
        action: actions,
      }}
      failed={t('failed')}
    />
  )
}

function Bulk({ selected, clear }: BulkProps) {
  const { t } = useTranslation('authorized')
  const client = useQueryClient()
  return (
    <BulkAction
      icon={<IconTrash size={17} stroke={1.6} />}
      onClick={() => void removeAfterAsking(selected, client).then((done) => done && clear())}
    >
      {t('remove.action')}
    </BulkAction>
  )
}
