import * as z from 'zod/mini'
import { text } from './i18n.ts'

/**
 * Kind of object that an id refers to. The endpoint tests use it to put another company's id in every place where an id
 * can be.
 */
export type Ref =
  | 'company'
  | 'user'
  | 'session'
  | 'role'
  | 'invitation'
  | 'device'
  | 'tag'
  | 'file'
  | 'image'
  | 'upload'
  | 'enrolment_key'
  | 'authorized_device'
  | 'device_import'
  | 'remote_access'
  | 'remote_session'
  | 'action'
  | 'action_target'
  | 'campaign'
  | 'config_version'
  | 'config_template'
  | 'backup_rule'
  | 'monitoring_template'
  | 'sim'
  | 'task_group'
  | 'task'
  | 'task_log'
  | 'notification'
  | 'notice'
  | 'undo'
  | 'dashboard'
  | 'alert'
  | 'alert_rule'

export const refs = z.registry<{ ref: Ref }>()

/** An id in a JSON body or response: an integer from 1. */
export function id(ref: Ref) {
  return z.int().check(z.minimum(1)).register(refs, { ref })
}

/** An id of a company; 0 is the platform owner. */
export function companyId() {
  return z.int().check(z.minimum(0)).register(refs, { ref: 'company' })
}

/** An id in a path or query, where it arrives as text. */
export function idText(ref: Ref) {
  return z.coerce.number<number | string>().check(z.int(), z.minimum(1)).register(refs, { ref })
}

/** An id of a company in a query; 0 is the platform owner. */
export function companyIdText() {
  return z.coerce.number<number | string>().check(z.int(), z.minimum(0)).register(refs, { ref: 'company' })
}

/** `id=1,2` in a query; repeated names count as one list. */
export function idListText(ref: Ref) {
  return z
    .pipe(
      z.union([z.string(), z.array(z.string()), z.array(z.number()), z.number()]),
      z.transform((value) => [value].flat().flatMap((part) => String(part).split(',').map(Number))),
    )
    .check(
      z.refine((ids) => ids.length <= 1000 && ids.every((one) => Number.isSafeInteger(one) && one >= 1), {
        error: text('forms.id_list'),
      }),
    )
    .register(refs, { ref })
}
