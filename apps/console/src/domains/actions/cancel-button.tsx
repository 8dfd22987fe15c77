import { cancelActions } from '@longreach/contract/actions/endpoints'
import type { Action } from '@longreach/contract/actions/schemas'
import { IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { useCan } from '../../api/session.ts'
import { formatCount } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/toast.ts'
import { confirmCancel } from './confirm-cancel.ts'
import { kindTitle } from './kind-title.ts'

/** Cancels the part of an action that has not been sent yet. */
export function CancelButton({ action }: { action: Action }) {
  const { t } = useTranslation('actions')
  const client = useQueryClient()
  const may = useCan('cancel_device_actions')
  if (!may || action.counts.queued === 0) return null
  const cancel = async () => {
    if (!(await confirmCancel(action))) return
    try {
      const { data } = await call(cancelActions, { body: { action_id: action.id } })
      toast(t('jobs.cancelled', { count: data.cancelled, formatted: formatCount(data.cancelled) }), 'success')
    } catch (error) {
      toast(messageOf(error), 'error')
    }
    void client.invalidateQueries({ queryKey: ['actions'] })
  }
  const name = action.device_name ?? t('list.devices', { count: action.total, formatted: formatCount(action.total) })
  return (
    <IconButton
      size="small"
      label={t('jobs.cancelLabel', { action: kindTitle(action.kind), name })}
      onClick={(event) => {
        event.stopPropagation()
        void cancel()
      }}
    >
      <IconX size={16} stroke={1.7} />
    </IconButton>
  )
}
