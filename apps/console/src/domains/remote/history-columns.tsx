import type { RemoteLog } from '@longreach/contract/remote/schemas'
import { parseTime } from '@longreach/contract/time'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import type { GridColumn } from '../../tables/columns.ts'
import cells from '../../tables/page/cells.module.css'
import { formatApiTime, formatBytes, formatDuration } from '../../ui/format.ts'
import classes from './columns.module.css'
import { addressOf } from './target.ts'

/** How long a session went on; null while it does. */
export function secondsOf({ start_time, end_time }: Pick<RemoteLog, 'start_time' | 'end_time'>): number | null {
  const start = parseTime(start_time)
  const end = end_time ? parseTime(end_time) : null
  return start && end ? Math.max(0, (end.getTime() - start.getTime()) / 1000) : null
}

const cut = (text: string, mono = false) => (
  <span className={mono ? `${cells.cut} mono` : cells.cut} title={text}>
    {text}
  </span>
)

/** The access history: who, when, from where, how much, and how it ended. */
export function historyColumns(t: TFunction<'remote'>): GridColumn<RemoteLog>[] {
  const who = ({ username, actor_username }: RemoteLog) =>
    actor_username ? t('history.as', { actor: actor_username, user: username }) : username
  const duration = (row: RemoteLog) => {
    const seconds = secondsOf(row)
    return seconds === null ? <span className={classes.active}>{t('history.active')}</span> : formatDuration(seconds)
  }
  return [
    {
      id: 'start',
      label: t('history.columns.start'),
      width: 168,
      pinned: true,
      sort: 'start_date',
      cell: (row) => formatApiTime(row.start_time),
    },
    { id: 'duration', label: t('history.columns.duration'), width: 124, cell: duration },
    { id: 'user', label: t('history.columns.user'), width: 200, cell: (row) => cut(who(row)) },
    { id: 'ip', label: t('history.columns.ip'), width: 136, cell: (row) => cut(row.ip, true) },
    {
      id: 'device',
      label: t('history.columns.device'),
      width: 208,
      cell: (row) => (
        <Link to="/devices/$id/access" params={{ id: String(row.device_id) }} className={classes.link}>
          {row.device_name}
        </Link>
      ),
    },
    {
      id: 'entry',
      label: t('history.columns.entry'),
      width: 200,
      cell: (row) => cut(`${row.name} · ${addressOf(row)}`),
    },
    { id: 'type', label: t('history.columns.type'), width: 136, cell: (row) => t(`history.types.${row.type}`) },
    {
      id: 'input',
      label: t('history.columns.input'),
      width: 96,
      align: 'right',
      sort: 'input_data',
      cell: (row) => formatBytes(row.input_data),
    },
    {
      id: 'output',
      label: t('history.columns.output'),
      width: 104,
      align: 'right',
      sort: 'output_data',
      cell: (row) => formatBytes(row.output_data),
    },
    { id: 'end', label: t('history.columns.end'), width: 240, cell: (row) => cut(row.end_reason ?? '') },
    {
      id: 'company',
      label: t('history.columns.company'),
      width: 168,
      sort: 'company_name',
      cell: (row) => cut(row.company_name),
    },
  ]
}
