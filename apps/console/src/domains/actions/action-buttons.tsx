import { cancelActions, retryAction } from '@longreach/contract/actions/endpoints'
import type { Action } from '@longreach/contract/actions/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import { toast } from '../../ui/toast.ts'
import { confirmCancel } from './confirm-cancel.ts'
import { useMayStart } from './kinds.ts'
import { notifySkipped } from './start.tsx'

/** Buttons that cancel the pending part of an action or retry its failed part. */
export function ActionButtons({ action, size = 'medium' }: { action: Action; size?: 'small' | 'medium' }) {
  const { t } = useTranslation('actions')
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const mayAct = useCan('execute_device_actions')
  const mayStart = useMayStart(action.kind)
  const mayCancel = useCan('cancel_device_actions')
  const failed = action.counts.failed + action.counts.expired

  const run = async (work: () => Promise<{ errors: Parameters<typeof notifySkipped>[0] }>) => {
    setBusy(true)
    try {
      notifySkipped((await work()).errors)
    } catch (error) {
      toast(messageOf(error), 'error')
    }
    setBusy(false)
    void client.invalidateQueries({ queryKey: ['actions'] })
  }
  const cancel = async () => {
    if (await confirmCancel(action)) await run(() => call(cancelActions, { body: { action_id: action.id } }))
  }
  return (
    <>
      {mayCancel && action.counts.queued > 0 ? (
        <Button size={size} busy={busy} onClick={() => void cancel()}>
          {t('status.cancelWaiting')}
        </Button>
      ) : null}
      {mayAct && mayStart && failed > 0 ? (
        <Button
          size={size}
          busy={busy}
          onClick={() => void run(() => call(retryAction, { body: { action_id: action.id } }))}
        >
          {t('status.retry', { count: failed, formatted: formatCount(failed) })}
        </Button>
      ) : null}
    </>
  )
}
