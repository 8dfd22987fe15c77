import { createNotice, updateNotice } from '@longreach/contract/notices/endpoints'
import { editNoticeForm, newNoticeForm } from '@longreach/contract/notices/forms'
import type { WrittenNotice } from '@longreach/contract/notices/schemas'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { FormWindow } from '../../forms/form-window.tsx'
import { NoticeText, plainText } from './notice-text.tsx'
import classes from './notices.module.css'

export function NoticeWindow({ notice }: { notice: WrittenNotice | null }) {
  const { t } = useTranslation('notices')
  return (
    <FormWindow
      form={notice ? editNoticeForm : newNoticeForm}
      values={notice ? { ...notice, enabled: notice.enabled_at !== null } : { type: 'info', enabled: true }}
      send={async (body) =>
        notice ? call(updateNotice, { params: { id: notice.id }, body }) : call(createNotice, { body })
      }
      done={t(notice ? 'done.updated' : 'done.created')}
      reload={[['notices']]}
    >
      {({ message }) => <Preview message={String(message)} />}
    </FormWindow>
  )
}

function Preview({ message }: { message: string }) {
  const { t } = useTranslation('notices')
  return (
    <section aria-label={t('form.preview')}>
      <div className={classes.previewName} aria-hidden="true">
        {t('form.preview')}
      </div>
      <div className={classes.preview}>
        {plainText(message) === '' ? (
          <span className={classes.nothing}>{t('form.nothing')}</span>
        ) : (
          <NoticeText html={message} />
        )}
      </div>
    </section>
  )
}
