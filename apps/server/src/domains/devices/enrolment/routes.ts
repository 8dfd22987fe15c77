import { keyLifetime } from '@longreach/contract/devices/constants'
import { createEnrolmentKey, deleteEnrolmentKey, listEnrolmentKeys } from '@longreach/contract/devices/endpoints'
import { text } from '@longreach/contract/i18n'
import { formatTime } from '@longreach/contract/time'
import { notFound, Problem } from '../../../endpoint/problem.ts'
import { type Route, route } from '../../../endpoint/route.ts'
import type { Seal } from '../../../seal.ts'
import { findPlacement } from '../../companies/store.ts'
import { tagsForNewDevices } from '../tagging/tag-routes.ts'
import { enrolmentKeyList, insertEnrolmentKey, removeEnrolmentKey } from './keys.ts'

/** Connection data in the install command that is pasted on a device. */
export interface InstallInfo {
  hostKeyFingerprint: string
  agentSha256: string
  /** Addresses of the gateway, the most likely one first. */
  addresses: () => string[]
  line: (address: string, enrolmentKey: string) => string
  /**
   * URL of the script with the steps of the command, for the address at that index; null if devices cannot trust it.
   */
  scriptUrl: (index: number, enrolmentKey: string) => string | null
  demo: boolean
}

interface Validity {
  expires_at?: Date | undefined
  expires_in?: number | undefined
}

function expiry({ expires_at, expires_in = keyLifetime.default }: Validity): Date {
  const expires = expires_at ?? new Date(Date.now() + expires_in * 1000)
  const fault =
    expires.getTime() <= Date.now()
      ? text('forms.future')
      : expires.getTime() > Date.now() + keyLifetime.max * 1000
        ? text('devices.key_too_long')
        : null
  if (fault) throw new Problem('VALIDATION_FAILED', { source: 'expires_at', message: fault })
  return expires
}

interface CreatedKey {
  id: number
  key: string
  created_at: Date
  expires_at: Date
}

/** A new key with its install commands. */
export const presentCreatedKey = (install: InstallInfo, { id, key, created_at, expires_at }: CreatedKey) => ({
  id,
  key,
  created_at: formatTime(created_at),
  expires_at: formatTime(expires_at),
  host_key_fingerprint: install.hostKeyFingerprint,
  agent_sha256: install.agentSha256,
  lines: install.addresses().map((address, index) => ({
    address,
    line: install.line(address, key),
    script_url: install.scriptUrl(index, key),
  })),
  demo: install.demo,
})

export function enrolmentRoutes(deps: { seal: Seal; install: InstallInfo }): Route[] {
  return [
    route(listEnrolmentKeys, async ({ db, scope, query }) => {
      const { page, total } = await enrolmentKeyList.page(db, scope, query)
      const data = page.map((key) => ({
        ...key,
        expires_at: formatTime(key.expires_at),
        created_at: formatTime(key.created_at),
      }))
      return { data, meta: { total } }
    }),
    route(createEnrolmentKey, async (call) => {
      const { db, scope, session, body, audit } = call
      const company = await findPlacement(db, scope, body.company_id)
      if (!company) throw notFound('company_id')
      const tags = body.tag_id?.length ? await tagsForNewDevices(call, company, body.tag_id) : []
      const expires = expiry(body)
      const { id, key, created_at } = await insertEnrolmentKey(db, deps.seal, {
        ...company,
        name: body.name ?? '',
        serial: body.serial ?? null,
        mac: body.mac ?? null,
        uses: body.uses,
        expires_at: expires,
        created_by: session.userId,
        device_name: body.device_name || null,
        tag_ids: tags.map((tag) => tag.id),
      })
      audit({
        target: 'enrolment_key',
        targetId: id,
        company,
        after: {
          ...(body.name ? { name: body.name } : {}),
          uses: body.uses,
          expires_at: formatTime(expires),
          ...(body.device_name ? { device_name: body.device_name } : {}),
          ...(tags.length > 0 ? { tags: tags.map(({ name }) => name) } : {}),
        },
      })
      return { data: presentCreatedKey(deps.install, { id, key, created_at, expires_at: expires }) }
    }),
    route(deleteEnrolmentKey, async ({ db, scope, params, audit }) => {
      const company = await removeEnrolmentKey(db, scope, params.id)
      if (!company) throw notFound()
      audit({ target: 'enrolment_key', targetId: params.id, name: company.name, company })
      return { data: {} }
    }),
  ]
}
