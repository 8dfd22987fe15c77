import '../texts.ts'
import { repeatAction } from '@longreach/contract/actions/endpoints'
import { exportOutputs, exportResults } from '@longreach/contract/actions/read-endpoints'
import type { Action } from '@longreach/contract/actions/schemas'
import { IconDownload, IconPlayerPlay, IconTerminal } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryText } from '../../../api/address.ts'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../api/error.ts'
import { useCan } from '../../../api/session.ts'
import { TabLabel } from '../../../dock/tab-label.tsx'
import type { DockKind, DockTab } from '../../../registry/domain.ts'
import { separatorQuery } from '../../../tables/csv-separator.ts'
import { saveFile } from '../../../tables/download.ts'
import { Button } from '../../../ui/button.tsx'
import { formatCount, formatMoment, formatNumber } from '../../../ui/format.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { EmptyState, ErrorState } from '../../../ui/state.tsx'
import { toast } from '../../../ui/toast.ts'
import { ActionButtons } from '../action-buttons.tsx'
import { countFinished } from '../finished.ts'
import { PendingTab } from '../pending-tab.tsx'
import { actionOf, openActionTab } from '../public/open-tabs.ts'
import { outputsQuery } from '../queries.ts'
import { notifySkipped } from '../start.tsx'
import { useAction } from '../use-action.ts'
import { OutputGroups } from './output-groups.tsx'
import { OutputView } from './output-view.tsx'
import classes from './tab.module.css'

/** A command on any number of devices and their output, live. */
export const commandTab: DockKind = { Head, Content }

function Head({ tab }: { tab: DockTab }) {
  const { t } = useTranslation('actions')
  const { data } = useAction(actionOf(tab))
  const action = data?.data
  const counts = action && { done: formatCount(countFinished(action)), total: formatCount(action.total) }
  return (
    <TabLabel
      icon={<IconTerminal size={16} stroke={1.7} />}
      title={tab.title}
      note={counts && action.total > 1 ? t('outputs.progress', counts) : undefined}
    />
  )
}

function Content({ tab }: { tab: DockTab }) {
  const id = actionOf(tab)
  const { data, error, refetch } = useAction(id)
  const action = data?.data
  if (action) return <Command action={action} />
  return <PendingTab title={tab.title} icon={IconTerminal} error={error} onRetry={() => void refetch()} />
}

function Command({ action }: { action: Action }) {
  const { t } = useTranslation('actions')
  const { data, error, refetch } = useQuery(outputsQuery(action.id, action.counts))
  const [chosen, setChosen] = useState<string | null>(null)
  const groups = data?.groups ?? []
  const group = groups.find(({ key }) => key === chosen) ?? groups[0]
  const [first] = groups
  const about = [
    action.device_name ?? t('list.devices', { count: action.total, formatted: formatCount(action.total) }),
    formatMoment(action.created_at),
    // Users get the channel of their own actions only.
    action.channel !== null ? t('outputs.byYou') : action.username && t('outputs.by', { name: action.username }),
    data?.slowest == null ? null : t('outputs.slowest', { seconds: formatNumber(data.slowest / 1000) }),
  ]
  return (
    <div className={classes.tab}>
      <header className={classes.head}>
        <code className={classes.command} title={action.command ?? undefined}>
          {action.command ?? t('command')}
        </code>
        <span className={classes.about}>{about.filter((part) => part !== null).join(' · ')}</span>
        <ActionButtons action={action} size="small" />
        <AgainButton action={action} />
        <Button
          size="small"
          icon={<IconDownload size={16} stroke={1.7} />}
          onClick={() =>
            saveFile(
              exportResults.path + queryText({ action_id: String(action.id), ...separatorQuery() }),
              'results.csv',
            )
          }
        >
          {t('outputs.csv')}
        </Button>
        <Button
          size="small"
          icon={<IconDownload size={16} stroke={1.7} />}
          onClick={() => saveFile(exportOutputs.path.replace('{id}', String(action.id)), 'output.txt')}
        >
          {t('outputs.text')}
        </Button>
      </header>
      {error && !data ? (
        <ErrorState title={t('outputs.failed')} message={messageOf(error)} onRetry={() => void refetch()} />
      ) : group === undefined ? (
        <div className={classes.wait}>{data ? <NoDevices /> : <Spinner size={22} />}</div>
      ) : (
        <div className={classes.body}>
          <OutputGroups
            groups={groups}
            more={data?.more ?? { groups: 0, devices: 0 }}
            chosen={group.key}
            onChoose={setChosen}
          />
          <OutputView
            key={group.key}
            id={action.id}
            group={group}
            most={first && first !== group && first.state === 'done' ? first.count : null}
          />
        </div>
      )}
    </div>
  )
}

function NoDevices() {
  const { t } = useTranslation('actions')
  return <EmptyState icon={<IconTerminal size={22} stroke={1.6} />} title={t('command')} text={t('status.gone')} />
}

/** Runs the same command on the same devices in a tab of its own. */
function AgainButton({ action }: { action: Action }) {
  const { t } = useTranslation('actions')
  const [busy, setBusy] = useState(false)
  const may = useCan('execute_device_command')
  if (!may || action.command === null) return null
  const again = async () => {
    setBusy(true)
    try {
      const { data, errors } = await call(repeatAction, { body: { action_id: action.id } })
      notifySkipped(errors)
      openActionTab({ id: data.id, kind: action.kind })
    } catch (error) {
      toast(messageOf(error), 'error')
    }
    setBusy(false)
  }
  return (
    <Button size="small" icon={<IconPlayerPlay size={16} stroke={1.7} />} busy={busy} onClick={() => void again()}>
      {t('outputs.again')}
    </Button>
  )
}
