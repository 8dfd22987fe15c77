import '../texts.ts'
import { deleteConfigTemplate } from '@longreach/contract/configs/endpoints'
import type { ConfigTemplate } from '@longreach/contract/configs/schemas'
import { IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../api/error.ts'
import { useCan } from '../../../api/session.ts'
import { MenuItem } from '../../../ui/menu.tsx'
import { RowMenu } from '../../../ui/row-menu.tsx'
import { toast } from '../../../ui/toast.ts'
import { confirm } from '../../../windows/confirm.tsx'
import { openChange, openTemplate } from '../open-windows.tsx'

const icon = { size: 16, stroke: 1.6 }

/** Actions for a template; nothing for users with read-only permissions. */
export function TemplateMenu({ template }: { template: ConfigTemplate }) {
  const { t } = useTranslation('configs')
  const client = useQueryClient()
  const can = {
    apply: useCan('apply_multi_configuration'),
    edit: useCan('update_multi_configuration'),
    remove: useCan('delete_multi_configuration'),
  }
  const { id, name } = template
  if (!can.apply && !can.edit && !can.remove) return null
  const remove = async () => {
    const sure = await confirm({
      title: t('template.remove', { name }),
      text: t('template.removeText'),
      confirm: t('template.delete'),
      danger: true,
    })
    if (!sure) return
    try {
      await call(deleteConfigTemplate, { params: { id } })
      toast(t('template.removed', { name }), 'success')
    } catch (error) {
      toast(messageOf(error), 'error')
    }
    for (const key of ['configs', 'config-templates']) void client.invalidateQueries({ queryKey: [key] })
  }
  return (
    <RowMenu label={t('template.actions', { name })}>
      {can.apply ? (
        <MenuItem leftSection={<IconPlayerPlay {...icon} />} onClick={() => openChange(undefined, id)}>
          {t('template.apply')}
        </MenuItem>
      ) : null}
      {can.edit ? (
        <MenuItem leftSection={<IconPencil {...icon} />} onClick={() => openTemplate(template)}>
          {t('template.editAction')}
        </MenuItem>
      ) : null}
      {can.remove ? (
        <MenuItem danger leftSection={<IconTrash {...icon} />} onClick={() => void remove()}>
          {t('template.delete')}
        </MenuItem>
      ) : null}
    </RowMenu>
  )
}
