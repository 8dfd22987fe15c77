import { isActive } from '@longreach/contract/actions/constants'
import { cancelActions, retryAction } from '@longreach/contract/actions/endpoints'
import type { Target } from '@longreach/contract/actions/schemas'
import { downloadFile } from '@longreach/contract/files/endpoints'
import { IconFileDownload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { useCan } from '../../api/session.ts'
import { saveFile } from '../../tables/download.ts'
import { Button } from '../../ui/button.tsx'
import { formatApiTime } from '../../ui/format.ts'
import { toast } from '../../ui/toast.ts'
import { CommandOutput } from './command/output.tsx'
import { confirmCancelWaiting } from './confirm-cancel.ts'
import { useMayStart } from './kinds.ts'
import { targetQuery } from './queries.ts'
import classes from './target-details.module.css'

/** Every step of an action on one device, the device's response, and the available actions. */
export function TargetDetails({ target }: { target: Target }) {
  const { t } = useTranslation('actions')
  const client = useQueryClient()
  const { data } = useQuery(targetQuery(target.action_id, target.id))
  const mayCancel = useCan('cancel_device_actions')
  const mayAct = useCan('execute_device_actions')
  const mayStart = useMayStart(target.kind)
  const mayDownload = useCan('download_files')
  const file = mayDownload ? (data?.file_id ?? null) : null
  const run = (work: Promise<unknown>) =>
    work
      .catch((error: unknown) => toast(messageOf(error), 'error'))
      .then(() => client.invalidateQueries({ queryKey: ['actions'] }))
  const failed = target.state === 'failed' || target.state === 'expired'
  const retries = failed && mayAct && mayStart
  const ids = [target.id]
  const cancel = async () => {
    const sure = await confirmCancelWaiting([{ kind: target.kind, name: target.device_name }])
    if (sure) await run(call(cancelActions, { body: { job_id: ids } }))
  }
  return (
    <div className={classes.details}>
      <ol className={classes.steps} aria-label={t('status.steps')}>
        {(data?.steps ?? []).map((step, index, steps) => (
          <li key={step.id}>
            <time>{formatApiTime(step.created_at)}</time>
            <span>
              {step.attempt > 1 && steps[index - 1]?.attempt !== step.attempt ? (
                <em>{t('status.attempt', { attempt: step.attempt })}: </em>
              ) : null}
              {step.message}
            </span>
          </li>
        ))}
      </ol>
      {data && data.output !== null && !isActive(target.state) ? (
        <CommandOutput output={data.output} exitCode={data.exit_code} />
      ) : null}
      {target.outcome_unknown && retries ? <p className={classes.note}>{t('status.outcomeUnknown')}</p> : null}
      <div className={classes.actions}>
        <Link className={classes.link} to="/devices/$id/activity" params={{ id: String(target.device_id) }}>
          {t('status.openDevice')}
        </Link>
        {file === null ? null : (
          <Button
            size="small"
            icon={<IconFileDownload size={16} stroke={1.7} />}
            onClick={() => saveFile(downloadFile.path.replace('{id}', String(file)), 'file')}
          >
            {t('status.downloadFile')}
          </Button>
        )}
        {target.state === 'queued' && mayCancel ? (
          <Button size="small" onClick={() => void cancel()}>
            {t('status.cancelOne')}
          </Button>
        ) : null}
        {retries ? (
          <Button
            size="small"
            onClick={() => void run(call(retryAction, { body: { action_id: target.action_id, job_id: ids } }))}
          >
            {t('status.retryOne')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
