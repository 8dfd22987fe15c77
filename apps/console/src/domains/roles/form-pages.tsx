import './texts.ts'
import { Loaded } from '../../forms/loaded.tsx'
import type { PageProps } from '../../forms/registry.ts'
import { roleQuery } from './queries.ts'
import { RoleWindow } from './role-window.tsx'

/** Forms about roles as pages. */
export const pages = {
  newRole: () => <RoleWindow />,
  editRole: ({ id }: PageProps) => (
    <Loaded query={roleQuery(Number(id))}>{(role) => <RoleWindow role={role} />}</Loaded>
  ),
}
