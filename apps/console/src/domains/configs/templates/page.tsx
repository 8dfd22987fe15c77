import '../texts.ts'
import { IconAdjustments, IconFileCode, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../api/session.ts'
import { TablePage } from '../../../tables/table-page.tsx'
import { Button } from '../../../ui/button.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { ConfigViews } from '../config-views.tsx'
import { openDocuments } from '../documents/open-document-windows.tsx'
import { openChange, openTemplate } from '../open-windows.tsx'
import { templateTable } from './list.tsx'

/** `/device-configuration/templates`: templates and saved configurations. */
export function TemplatesPage() {
  const { t } = useTranslation('configs')
  const mayCreate = useCan('create_multi_configuration')
  const mayApply = useCan('apply_multi_configuration')
  const phone = usePhone()
  const add = mayCreate ? (
    <Button look="primary" icon={<IconPlus size={17} stroke={1.8} />} onClick={() => openTemplate(null)}>
      {t('newTemplate')}
    </Button>
  ) : null
  return (
    <TablePage
      table={templateTable}
      title={t('title')}
      searchLabel={t('search')}
      above={() => <ConfigViews shown="templates" />}
      onOpen={(template) => (mayApply ? openChange(undefined, template.id) : undefined)}
      countText={(count, formatted) => t('total', { count, formatted })}
      action={
        <>
          {phone ? null : (
            <Button icon={<IconFileCode size={17} stroke={1.6} />} onClick={openDocuments}>
              {t('apiDocuments')}
            </Button>
          )}
          {mayApply ? (
            <Button icon={<IconAdjustments size={17} stroke={1.6} />} onClick={() => openChange()}>
              {t('newChange')}
            </Button>
          ) : null}
          {add}
        </>
      }
      empty={{
        icon: <IconAdjustments size={22} stroke={1.6} />,
        title: t('none.title'),
        text: t(mayCreate ? 'none.text' : 'none.textView'),
        action: add,
      }}
      failed={t('failed')}
    />
  )
}
