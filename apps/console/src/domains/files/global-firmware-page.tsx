import './texts.ts'
import { IconPlus, IconWorldUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import pageClasses from '../../tables/list-page.module.css'
import { TablePage } from '../../tables/table-page.tsx'
import { Button } from '../../ui/button.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { DropZone } from './drop-zone.tsx'
import { fileTable } from './files-list.tsx'
import { FilesBulk } from './files-page.tsx'
import classes from './global-firmware-page.module.css'
import { openAddFile, openFile } from './open-windows.tsx'
import { UploadPanel } from './upload-panel.tsx'

const global = { type: 'global_firmware' }

/** `/files/global/firmware`: firmware of all companies. */
export function GlobalFirmwarePage() {
  const { t } = useTranslation('files')
  usePageTitle(t('globalTitle'))
  const add = (
    <Button look="primary" icon={<IconPlus size={17} stroke={1.8} />} onClick={() => openAddFile(null)}>
      {t('addGlobal')}
    </Button>
  )
  return (
    <DropZone onFiles={(files) => openAddFile(null, files)}>
      <div className={pageClasses.page}>
        <div className={pageClasses.head}>
          <h1>{t('globalTitle')}</h1>
          <div className={pageClasses.actions}>{add}</div>
        </div>
        <div className={classes.list}>
          <TablePage
            table={fileTable}
            narrow={global}
            without={['company']}
            title={t('globalTitle')}
            searchLabel={t('search')}
            onOpen={openFile}
            countText={(count, formatted) => t('total', { count, formatted })}
            notice={<UploadPanel />}
            bulk={(bulk) => <FilesBulk {...bulk} />}
            empty={{
              icon: <IconWorldUpload size={22} stroke={1.6} />,
              title: t('none.globalTitle'),
              text: t('none.globalText'),
              action: add,
            }}
            failed={t('failed')}
          />
        </div>
      </div>
    </DropZone>
  )
}
