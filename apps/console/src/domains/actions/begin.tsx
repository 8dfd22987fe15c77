import './texts.ts'
import { executeAction } from '@longreach/contract/actions/endpoints'
import type { PlainActionName } from '@longreach/contract/actions/kinds'
import { listDevices } from '@longreach/contract/devices/endpoints'
import type { ErrorItem } from '@longreach/contract/errors'
import i18next from 'i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { type Choice, rowsOf } from '../../tables/choice.ts'
import { confirmRows, countBy, living } from '../../tables/recount.ts'
import { formatCount } from '../../ui/format.ts'
import { toast } from '../../ui/toast.ts'
import type { Question } from '../../windows/confirm.tsx'
import { ActionQuestion } from './action-question.tsx'
import { openActionStatus } from './public/open-windows.tsx'

/** Actions that are asked about first, with their words. */
const asked = { reboot: 'confirmReboot', update_agent: 'confirmUpdate' } as const

function ask(action: keyof typeof asked, choice: Choice): Promise<boolean> {
  const words = asked[action]
  const [name] = choice.names
  const titleOf = (count: number) => {
    const formatted = formatCount(count)
    if ('filter' in choice) return i18next.t(`actions:${words}.titleAll`, { formatted })
    if (count === 1 && name !== undefined) return i18next.t(`actions:${words}.titleOne`, { name })
    return i18next.t(`actions:${words}.title`, { count, formatted })
  }
  const question = (count: number): Question => ({
    title: titleOf(count),
    text: <ActionQuestion choice={{ ...choice, count }} words={words} />,
    confirm: i18next.t(`actions:${words}.confirm`),
    danger: action === 'reboot',
  })
  return confirmRows(choice, countBy(listDevices), question, living)
}

/** Devices that could not be asked are named; the others go on. */
export function tellSkipped(errors: readonly ErrorItem[]): void {
  const [first] = errors
  if (!first) return
  const { length: count } = errors
  toast(i18next.t('actions:skipped', { count, formatted: formatCount(count), reason: first.message }), 'error')
}

/** Begins an action, for what interrupts its devices after asking, and opens the window that follows it. True when it was begun. */
export async function beginAction(action: PlainActionName, choice: Choice): Promise<boolean> {
  if (action !== 'update_metrics_data' && !(await ask(action, choice))) return false
  try {
    const { data, errors } = await call(executeAction, { body: { action, ...rowsOf('device_id', choice) } })
    tellSkipped(errors)
    openActionStatus(data.id)
    return true
  } catch (error) {
    toast(messageOf(error), 'error')
    return false
  }
}
