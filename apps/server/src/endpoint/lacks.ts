import { scopeOfPermission } from '@longreach/contract/account/scopes'
import { type Text, text } from '@longreach/contract/i18n'
import type { PermissionName } from '@longreach/contract/permissions'
import { Problem } from './problem.ts'
import type { Session } from './session.ts'

/** The scope that a token lacks, or the permission that its owner does. */
function missing(scopes: readonly string[], permission: PermissionName): Text {
  const scope = scopeOfPermission(permission)
  return scope !== null && !scopes.includes(scope)
    ? text('account.token_lacks_scope', { scope })
    : text('account.token_lacks_permission', { permission })
}

/** The refusal of a call without a permission, which programs get named. */
export function lacks({ scopes }: Pick<Session, 'scopes'>, permission: PermissionName, source?: string): Problem {
  return new Problem('FORBIDDEN', {
    ...(scopes ? { message: missing(scopes, permission) } : {}),
    ...(source === undefined ? {} : { source }),
  })
}
