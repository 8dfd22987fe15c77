import { deleteNotice, updateNotice } from '@longreach/contract/notices/endpoints'
import type { WrittenNotice } from '@longreach/contract/notices/schemas'
import { IconEye, IconEyeOff, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { useCan } from '../../api/session.ts'
import { MenuItem } from '../../ui/menu.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { toast } from '../../ui/toast.ts'
import { confirm } from '../../windows/confirm.tsx'
import { plainText } from './notice-text.tsx'
import { openNotice } from './open-windows.tsx'

const icon = { size: 16, stroke: 1.6 }

/** Actions for a notice; nothing for users with read-only permissions. */
export function NoticeMenu({ notice }: { notice: WrittenNotice }) {
  const { t } = useTranslation('notices')
  const client = useQueryClient()
  const can = { edit: useCan('update_notice'), remove: useCan('delete_notice') }
  if (!can.edit && !can.remove) return null
  const params = { id: notice.id }
  const enabled = notice.enabled_at === null
  const run = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work()
    } catch (error) {
      return toast(messageOf(error), 'error')
    }
    toast(done, 'success')
    await client.invalidateQueries({ queryKey: ['notices'] })
  }
  const remove = async () => {
    const question = { title: t('remove.title'), text: t('remove.text'), confirm: t('delete'), danger: true }
    if (await confirm(question)) await run(() => call(deleteNotice, { params }), t('done.deleted'))
  }
  return (
    <RowMenu label={t('actions', { name: plainText(notice.message).slice(0, 60) })}>
      {can.edit ? (
        <MenuItem leftSection={<IconPencil {...icon} />} onClick={() => openNotice(notice)}>
          {t('edit')}
        </MenuItem>
      ) : null}
      {can.edit ? (
        <MenuItem
          leftSection={enabled ? <IconEye {...icon} /> : <IconEyeOff {...icon} />}
          onClick={() =>
            void run(
              () => call(updateNotice, { params, body: { enabled } }),
              t(enabled ? 'done.enabled' : 'done.disabled'),
            )
          }
        >
          {t(enabled ? 'enable' : 'disable')}
        </MenuItem>
      ) : null}
      {can.remove ? (
        <MenuItem danger leftSection={<IconTrash {...icon} />} onClick={() => void remove()}>
          {t('delete')}
        </MenuItem>
      ) : null}
    </RowMenu>
  )
}
