import './texts.ts'
import type { plainActions } from '@longreach/contract/actions/constants'
import { executeAction } from '@longreach/contract/actions/endpoints'
import type { ErrorItem } from '@longreach/contract/errors'
import i18next from 'i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import type { Choice } from '../../tables/choice.ts'
import { formatCount } from '../../ui/format.ts'
import { toast } from '../../ui/toast.ts'
import { confirm } from '../../windows/confirm.tsx'
import { devicesOf } from './choice.ts'
import { openActionStatus } from './open-windows.tsx'
import { RebootQuestion } from './reboot-question.tsx'

function askForReboot(choice: Choice): Promise<boolean> {
  const formatted = formatCount(choice.count)
  const [name] = choice.names
  const title =
    'filter' in choice
      ? i18next.t('actions:confirmReboot.titleAll', { formatted })
      : choice.count === 1 && name !== undefined
        ? i18next.t('actions:confirmReboot.titleOne', { name })
        : i18next.t('actions:confirmReboot.title', { count: choice.count, formatted })
  return confirm({
    title,
    text: <RebootQuestion choice={choice} />,
    confirm: i18next.t('actions:confirmReboot.confirm'),
    danger: true,
  })
}

/** Devices that could not be asked are named; the others go on. */
export function tellSkipped(errors: readonly ErrorItem[]): void {
  const [first] = errors
  if (!first) return
  const { length: count } = errors
  toast(i18next.t('actions:skipped', { count, formatted: formatCount(count), reason: first.message }), 'error')
}

/** Begins an action, for a reboot after asking, and opens the window that follows it. True when it was begun. */
export async function beginAction(action: (typeof plainActions)[number], choice: Choice): Promise<boolean> {
  if (action === 'reboot' && !(await askForReboot(choice))) return false
  try {
    const { data, errors } = await call(executeAction, { body: { action, ...devicesOf(choice) } })
    tellSkipped(errors)
    openActionStatus(data.id)
    return true
  } catch (error) {
    toast(messageOf(error), 'error')
    return false
  }
}
