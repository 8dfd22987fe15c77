import './texts.ts'
import { deleteBackupRule, runBackupRule } from '@longreach/contract/configs/backup-endpoints'
import type { BackupRule } from '@longreach/contract/configs/backup-schemas'
import { IconCalendarRepeat, IconListDetails, IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { failureOf, messageOf } from '../../../api/error.ts'
import { useCan } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { formatApiTime } from '../../../ui/format.ts'
import { MenuItem } from '../../../ui/menu.tsx'
import record from '../../../ui/record.module.css'
import { RowMenu } from '../../../ui/row-menu.tsx'
import { EmptyState, ErrorState } from '../../../ui/state.tsx'
import { toast } from '../../../ui/toast.ts'
import { confirm } from '../../../windows/confirm.tsx'
import { useWindow } from '../../../windows/use-window.ts'
import { WindowActions } from '../../../windows/window-parts.tsx'
import { openActionStatus } from '../../actions/public/open-windows.tsx'
import { openEditRule, openNewRule, openRuleLog } from './open-backup-windows.tsx'
import { rulesQuery } from './queries.ts'
import classes from './rules.module.css'

const step = 25
const most = 100
const icon = { size: 16, stroke: 1.6 }

async function run({ id }: BackupRule, client: QueryClient): Promise<void> {
  try {
    const { data } = await call(runBackupRule, { params: { id } })
    openActionStatus(data.id)
  } catch (error) {
    toast(messageOf(error), 'error')
  }
  void client.invalidateQueries({ queryKey: ['backup-rules'] })
}

async function remove({ id, name }: BackupRule, client: QueryClient): Promise<void> {
  const sure = await confirm({
    title: i18next.t('backups:rules.remove.title', { name }),
    text: i18next.t('backups:rules.remove.text'),
    confirm: i18next.t('backups:rules.remove.confirm'),
    danger: true,
  })
  if (!sure) return
  try {
    await call(deleteBackupRule, { params: { id } })
    toast(i18next.t('backups:rules.remove.done', { name }), 'success')
  } catch (error) {
    toast(messageOf(error), 'error')
  }
  for (const key of ['backup-rules', 'backups']) void client.invalidateQueries({ queryKey: [key] })
}

export function RulesWindow() {
  const { t } = useTranslation('backups')
  const { close } = useWindow()
  const mayCreate = useCan('create_periodic_backup_rules')
  const [limit, setLimit] = useState(step)
  const { data, error, refetch } = useQuery(rulesQuery(limit))
  const rules = data?.data ?? []
  const total = data?.meta.total ?? 0
  return (
    <>
      <div className={classes.body}>
        {error && !data ? (
          <ErrorState title={t('rules.failed')} {...failureOf(error)} onRetry={() => void refetch()} />
        ) : data && rules.length === 0 ? (
          <EmptyState
            icon={<IconCalendarRepeat size={22} stroke={1.6} />}
            title={t('rules.none')}
            text={t('rules.noneText')}
          />
        ) : (
          <ul className={classes.list}>
            {rules.map((rule) => (
              <RuleRow key={rule.id} rule={rule} />
            ))}
          </ul>
        )}
        {total > rules.length && limit < most ? (
          <Button size="small" look="quiet" onClick={() => setLimit(most)}>
            {t('rules.more')}
          </Button>
        ) : null}
      </div>
      <WindowActions>
        <Button onClick={close}>{t('rules.close')}</Button>
        {mayCreate ? (
          <Button look="primary" onClick={openNewRule}>
            {t('rules.add')}
          </Button>
        ) : null}
      </WindowActions>
    </>
  )
}

function useWords({ period, weekday, day, time, zone, keep, applied_by, apply_list }: BackupRule) {
  const { t } = useTranslation('backups')
  const when =
    period === 'week'
      ? t('rules.week', { time, weekday: t(`weekdays.${(weekday ?? 1) as 1}`) })
      : period === 'month'
        ? t('rules.month', { time, day })
        : t('rules.day', { time })
  const [first] = apply_list
  const count = apply_list.length
  const what = count === 1 && first ? first.name : t(`rules.${applied_by}`, { count })
  return {
    when: t('rules.when', { when, zone: zone.replaceAll('_', ' ') }),
    what: t('rules.what', { what, kept: t('rules.kept', { count: keep }) }),
  }
}

function RuleRow({ rule }: { rule: BackupRule }) {
  const { t } = useTranslation('backups')
  const { when, what } = useWords(rule)
  const { last_outcome } = rule
  const bad = last_outcome === 'missed' || last_outcome === 'refused'
  return (
    <li className={classes.row}>
      <div className={classes.text}>
        <strong title={rule.name}>{rule.name}</strong>
        <span>{when}</span>
        <span>{what}</span>
      </div>
      <div className={classes.runs}>
        {rule.next_run_at === null ? (
          <span className={record.state} title={rule.reason ?? undefined}>
            {t('rules.off')}
          </span>
        ) : (
          <span>{t('rules.next', { time: formatApiTime(rule.next_run_at) })}</span>
        )}
        {rule.reason === null ? null : <span>{rule.reason}</span>}
        <span>
          {rule.last_run_at === null ? t('rules.never') : t('rules.last', { time: formatApiTime(rule.last_run_at) })}
        </span>
        {bad && last_outcome ? (
          <span className={classes.bad}>
            {t(`outcome.${last_outcome}`)}: {rule.last_message}
          </span>
        ) : null}
      </div>
      <RuleMenu rule={rule} />
    </li>
  )
}

function RuleMenu({ rule }: { rule: BackupRule }) {
  const { t } = useTranslation('backups')
  const client = useQueryClient()
  const may = {
    run: useCan('execute_device_actions'),
    edit: useCan('update_periodic_backup_rules'),
    remove: useCan('delete_periodic_backup_rules'),
  }
  return (
    <RowMenu label={t('rules.actions', { name: rule.name })}>
      {may.run ? (
        <MenuItem leftSection={<IconPlayerPlay {...icon} />} onClick={() => void run(rule, client)}>
          {t('rules.run')}
        </MenuItem>
      ) : null}
      <MenuItem leftSection={<IconListDetails {...icon} />} onClick={() => openRuleLog(rule)}>
        {t('rules.log')}
      </MenuItem>
      {may.edit ? (
        <MenuItem leftSection={<IconPencil {...icon} />} onClick={() => openEditRule(rule)}>
          {t('rules.edit')}
        </MenuItem>
      ) : null}
      {may.remove ? (
        <MenuItem danger leftSection={<IconTrash {...icon} />} onClick={() => void remove(rule, client)}>
          {t('rules.delete')}
        </MenuItem>
      ) : null}
    </RowMenu>
  )
}
