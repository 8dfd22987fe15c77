import type { AnyEndpoint } from './endpoint.ts'
import { type DefaultRole, defaultRoles, permissionsOfRole } from './permissions.ts'

export interface RoleMatrixRow {
  endpoint: AnyEndpoint
  /** Ids of the default roles that may call it. */
  roles: ReadonlySet<number>
}

/** Default roles that may call each endpoint; the scope then limits which rows they read or change. */
export function roleMatrix(endpoints: readonly AnyEndpoint[]): RoleMatrixRow[] {
  const granted = defaultRoles.map((role): [DefaultRole, ReadonlySet<string>] => [
    role,
    new Set(permissionsOfRole(role)),
  ])
  return endpoints.map((endpoint) => ({
    endpoint,
    roles: new Set(
      granted
        .filter(
          ([, names]) =>
            endpoint.permission === 'public' || endpoint.permission === 'signed-in' || names.has(endpoint.permission),
        )
        .map(([role]) => role.id),
    ),
  }))
}
