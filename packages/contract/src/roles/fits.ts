/** Roles of the platform itself: no user of a company can have them. */
const platformRoles: readonly number[] = [1, 5]

/** True if a user of the company can have the role: default roles, and the company's own. */
export function fitsCompany(role: { id: number; company_id: number | null }, companyId: number): boolean {
  if (role.company_id !== null) return role.company_id === companyId
  return companyId === 0 || !platformRoles.includes(role.id)
}
