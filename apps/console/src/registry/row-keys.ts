import type { SessionUser } from '@longreach/contract/account/schemas'
import type { QueryClient } from '@tanstack/react-query'
import { registeredDomains } from './registered.ts'

/** Runs the action that domains offer for a key on a row of that kind, if the user may. */
export async function pressRowKey(
  of: string,
  key: string,
  row: { id: number; name: string },
  { permissions }: Pick<SessionUser, 'permissions'>,
  client: QueryClient,
): Promise<void> {
  const loaded = await Promise.all(registeredDomains().map(({ search }) => search?.()))
  const verb = loaded
    .flatMap((searchable) => searchable?.verbs ?? [])
    .find((one) => one.of === of && one.rowKey === key && permissions.includes(one.permission))
  verb?.run(row, client)
}
