import './texts.ts'
import type { Action } from '@longreach/contract/actions/schemas'
import { useTranslation } from 'react-i18next'
import { isMissing } from '../../api/error.ts'
import { TabLabel } from '../../dock/tab-label.tsx'
import type { DockKind, DockTab } from '../../registry/domain.ts'
import { Ago } from '../../ui/ago.tsx'
import { formatCount } from '../../ui/format.ts'
import { ActionButtons } from './action-buttons.tsx'
import classes from './action-tab.module.css'
import { ActionTargets } from './action-targets.tsx'
import { countFinished } from './finished.ts'
import { iconOf } from './kinds.ts'
import { PendingTab } from './pending-tab.tsx'
import { ProgressLine } from './progress-line.tsx'
import { actionOf } from './public/open-tabs.ts'
import { useAction } from './use-action.ts'

/** Progress of an action on each of its devices, in a tab of the dock. */
export const actionTab: DockKind = { Head, Content }

function Head({ tab }: { tab: DockTab }) {
  const { data } = useAction(actionOf(tab))
  const action = data?.data
  const Icon = iconOf(action?.kind)
  return (
    <TabLabel
      icon={<Icon size={16} stroke={1.7} />}
      title={tab.title}
      note={action ? <Progress action={action} /> : undefined}
    />
  )
}

function Progress({ action }: { action: Action }) {
  const { t } = useTranslation('actions')
  if (action.device_name !== null) return action.device_name
  const done = countFinished(action)
  return (
    <>
      {action.active ? (
        <span className={classes.bar} aria-hidden="true">
          <span style={{ width: `${(100 * done) / Math.max(1, action.total)}%` }} />
        </span>
      ) : null}
      {t('outputs.progress', { done: formatCount(done), total: formatCount(action.total) })}
    </>
  )
}

function Content({ tab }: { tab: DockTab }) {
  const { t } = useTranslation('actions')
  const { data, error, refetch } = useAction(actionOf(tab))
  const action = data?.data
  const Icon = iconOf(action?.kind)
  if (!action || isMissing(error))
    return <PendingTab title={tab.title} icon={Icon} error={error} onRetry={() => void refetch()} />
  return (
    <div className={classes.tab}>
      <header className={classes.head}>
        <div className={classes.progress}>
          <ProgressLine counts={action.counts} total={action.total} inline />
        </div>
        <span className={classes.about}>
          {action.username === null ? null : `${t('status.by', { name: action.username })} · `}
          <Ago time={action.created_at} />
        </span>
        <div className={classes.buttons}>
          <ActionButtons action={action} size="small" />
        </div>
      </header>
      <ActionTargets action={action} />
    </div>
  )
}
