import { formatTime } from '@longreach/contract/time'
import {
  deleteInvitation,
  deleteInvitations,
  exportInvitations,
  inviteCompany,
  inviteUser,
  listInvitations,
  listInviteRoles,
  resendInvitations,
} from '@longreach/contract/users/invitation-endpoints'
import { type InvitationState, mostResent } from '@longreach/contract/users/invitation-schemas'
import type { Db } from '../../../db/client.ts'
import type { Scope } from '../../../db/scope.ts'
import { byIds, exportRoute } from '../../../endpoint/csv-export.ts'
import { notFound, Problem } from '../../../endpoint/problem.ts'
import { type Call, type Route, route } from '../../../endpoint/route.ts'
import { missingRows, selectedIds } from '../../../endpoint/selection.ts'
import { findPlacement, requireCompanies } from '../../companies/store.ts'
import { newLinkToken } from '../../mail/link-token.ts'
import { requireRoles } from '../../roles/store.ts'
import { checkAddresses, checkTakesMails, type InviteDeps, invite, mailInvitation } from './invite.ts'
import type { InvitationLimit } from './limits.ts'
import { findGivenRoles, lockGivenRole, lockInviteCompany } from './roles.ts'
import {
  findInvitationIds,
  findInvitations,
  type LockedInvitation,
  lockInvitations,
  removeInvitations,
  renewInvitation,
} from './store.ts'

export interface InvitationDeps extends InviteDeps {
  limit: InvitationLimit
}

/** Role of the user who accepts the invitation of a company (rms-domain, List 2 no. 36). */
const firstAdministrator = 2
const platform = { company_id: 0, l1_id: null, l2_id: null }

/**
 * The invitations that a call names, or all that its filter matches, locked for a change; throws if a named one is
 * missing.
 */
async function holdInvitations(
  { db, scope, body }: Pick<Call<typeof deleteInvitations>, 'db' | 'scope' | 'body'>,
  atMost?: number,
) {
  const { id, filter = {} } = body
  const find = async (most: number) => {
    await requireCompanies(db, scope, [filter.company_id, filter['ne:company_id']])
    await requireRoles(db, scope, [...(filter.role_id ?? []), ...(filter['ne:role_id'] ?? [])])
    return findInvitationIds(db, scope, filter, most)
  }
  const invitations = await lockInvitations(db, scope, await selectedIds(id, find, atMost))
  if (missingRows(id, invitations).length > 0) throw notFound('id')
  return invitations
}

async function remove(
  { db, audit, emit }: Pick<Call, 'db' | 'audit' | 'emit'>,
  invitations: readonly LockedInvitation[],
) {
  await removeInvitations(
    db,
    invitations.map(({ id }) => id),
  )
  for (const { id, email, role_id, company_id, l1_id, l2_id } of invitations) {
    const company = { company_id, l1_id, l2_id }
    audit({ target: 'invitation', targetId: id, company, before: { email, role_id } })
    emit({ type: 'invitation.deleted', data: { invitation_id: id, company_id } })
  }
}

/** Sorted, so that concurrent invitations of the same addresses do not deadlock. */
function toAddresses(given: string | readonly string[]): { email: string; source: string }[] {
  if (typeof given === 'string') return [{ email: given, source: 'email' }]
  const byKey = new Map(given.map((email, at) => [email.toLowerCase(), { email, source: `email.${at}` }]))
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, address]) => address)
}

const present = (row: Awaited<ReturnType<typeof findInvitations>>['page'][number]) => ({
  ...row,
  state: row.state as InvitationState,
  expires_at: formatTime(row.expires_at),
  created_at: formatTime(row.created_at),
})

export function invitationRoutes(deps: InvitationDeps): Route[] {
  const meta = { sends: deps.mailer.sends }
  return [
    route(listInvitations, async ({ db, scope, query }) => {
      const { page, total } = await findInvitations(db, scope, query)
      return { data: page.map(present), meta: { total, ...meta } }
    }),
    exportRoute(exportInvitations, ({ db, scope, query }) =>
      byIds(
        (most) => findInvitationIds(db, scope, query, most),
        async (id) => (await findInvitations(db, scope, { id, limit: id.length, offset: 0 })).page.map(present),
      ),
    ),
    route(listInviteRoles, async ({ db, session, scope, query: { company_id } }) => {
      const reached = company_id === undefined || (await inReach(db, session, scope, company_id))
      return { data: reached ? await findGivenRoles(db, session, company_id) : [], meta }
    }),
    route(inviteUser, async ({ db, session, scope, body, audit, emit }) => {
      const addresses = toAddresses(body.email)
      const emails = addresses.map(({ email }) => email)
      const place = await lockInviteCompany(db, scope, body.company_id)
      const role = await lockGivenRole(db, session, body, place.company_id)
      await deps.limit.ask(session.userId, emails.length)
      await checkAddresses(
        db,
        emails,
        addresses.map(({ source }) => source),
      )
      await deps.limit.mail(emails)
      const data = []
      for (const { email, source } of addresses) {
        const by = { invited_by: session.userId, inviter: session.username }
        const id = await invite(db, deps, { email, role_id: role.id, place, makes_company: false, source, ...by })
        audit({
          target: 'invitation',
          targetId: id,
          company: place,
          after: { email, role_id: role.id, role: role.title },
        })
        emit({ type: 'invitation.created', data: { invitation_id: id, company_id: place.company_id } })
        data.push({ id, email })
      }
      return { data, meta }
    }),
    route(inviteCompany, async ({ db, session, body, audit, emit }) => {
      const { email, name = null } = body
      await deps.limit.ask(session.userId, 1)
      await checkAddresses(db, [email], ['email'])
      await deps.limit.mail([email])
      const by = { invited_by: session.userId, inviter: session.username }
      const place = { ...platform, name }
      const wish = { email, role_id: firstAdministrator, place, makes_company: true, source: 'email', ...by }
      const id = await invite(db, deps, wish)
      audit({ target: 'invitation', targetId: id, company: platform, after: { email, company_name: name } })
      emit({ type: 'invitation.created', data: { invitation_id: id, company_id: platform.company_id } })
      return { data: { id, email }, meta }
    }),
    route(resendInvitations, async (call) => {
      const { db, session, audit } = call
      const invitations = await holdInvitations(call, mostResent)
      for (const { email } of invitations) await checkTakesMails(db, email)
      for (const { makes_company, role_id, company_id } of invitations) {
        if (!makes_company) await lockGivenRole(db, session, { role_id }, company_id)
        else if (!session.permissions.has('super_admin')) throw new Problem('FORBIDDEN')
      }
      await deps.limit.ask(session.userId, invitations.length)
      await deps.limit.mail(invitations.map(({ email }) => email))
      for (const { id, email, company_id, l1_id, l2_id, ...invitation } of invitations) {
        const place = { company_id, l1_id, l2_id }
        const token = newLinkToken()
        await renewInvitation(db, id, token)
        const { makes_company: makesCompany, new_company_name, company_name } = invitation
        const company = makesCompany ? new_company_name : company_name
        await mailInvitation(db, deps, { id, email, place, makesCompany, company, inviter: session.username }, token)
        audit({ target: 'invitation', targetId: id, company: place, after: { email } })
      }
      return { data: invitations.map(({ id }) => ({ id })) }
    }),
    route(deleteInvitations, async (call) => {
      const invitations = await holdInvitations(call)
      await remove(call, invitations)
      return { data: invitations.map(({ id }) => ({ id })) }
    }),
    route(deleteInvitation, async (call) => {
      const invitations = await lockInvitations(call.db, call.scope, [call.params.id])
      if (invitations.length === 0) throw notFound('id')
      await remove(call, invitations)
      return { data: {} }
    }),
  ]
}

/** True if the company is in the caller's reach; only system administrators reach the platform. */
async function inReach(db: Db, { permissions }: Call['session'], scope: Scope, companyId: number): Promise<boolean> {
  if (companyId === 0) return permissions.has('super_admin')
  return (await findPlacement(db, scope, companyId)) !== undefined
}
