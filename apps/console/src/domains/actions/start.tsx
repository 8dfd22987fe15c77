import './texts.ts'
import { executeAction } from '@longreach/contract/actions/endpoints'
import {
  type ActionKind,
  type ActionKindName,
  actionKinds,
  type PlainActionName,
} from '@longreach/contract/actions/kinds'
import { listDevices } from '@longreach/contract/devices/endpoints'
import type { ErrorItem } from '@longreach/contract/errors'
import i18next from 'i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { notifyUnchanged } from '../../tables/lazy/notify-unchanged.ts'
import { confirmRows, countBy, living } from '../../tables/recount.ts'
import { rowsOf, type SelectedRows } from '../../tables/selected-rows.ts'
import { formatCount } from '../../ui/format.ts'
import { toast } from '../../ui/toast.ts'
import type { Question } from '../../windows/confirm.tsx'
import { ActionQuestion } from './action-question.tsx'
import { openActionTab } from './public/open-tabs.ts'

function ask(name: ActionKindName, { danger }: { danger: boolean }, selected: SelectedRows): Promise<boolean> {
  const texts = `actions:question.${name as 'reboot'}` as const
  const [device] = selected.names
  const titleOf = (count: number) => {
    const formatted = formatCount(count)
    if ('filter' in selected) return i18next.t(`${texts}.titleAll`, { formatted })
    if (count === 1 && device !== undefined) return i18next.t(`${texts}.titleOne`, { name: device })
    return i18next.t(`${texts}.title`, { count, formatted })
  }
  const question = (count: number): Question => ({
    title: titleOf(count),
    text: <ActionQuestion selected={{ ...selected, count }} text={i18next.t(`${texts}.text`)} />,
    confirm: i18next.t(`${texts}.confirm`),
    danger,
  })
  return confirmRows(selected, countBy(listDevices), question, living)
}

/** Notifies the user about excluded devices; the others continue. */
export const notifySkipped = (errors: readonly ErrorItem[]) =>
  notifyUnchanged(errors, (counted) => i18next.t('actions:skipped', { ...counted }))

/**
 * Starts an action without arguments, after its confirmation, and follows it in the dock. Returns its id, or null if it
 * was not started.
 */
export async function startPlainAction(name: ActionKindName, selected: SelectedRows): Promise<number | null> {
  const { question }: ActionKind = actionKinds[name]
  if (question && !(await ask(name, question, selected))) return null
  try {
    const body = { action: name as PlainActionName, ...rowsOf('device_id', selected) }
    const { data, errors } = await call(executeAction, { body })
    notifySkipped(errors)
    openActionTab({ id: data.id, kind: name })
    return data.id
  } catch (error) {
    toast(messageOf(error), 'error')
    return null
  }
}
