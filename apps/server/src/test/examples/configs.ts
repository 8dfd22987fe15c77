import { confirmPassword } from '@longreach/contract/account/access-endpoints'
import { configureDevices, createConfigTemplate } from '@longreach/contract/configs/endpoints'
import { makeConfigVersions } from '../configs.ts'
import { makeDevice, password } from '../world.ts'
import { calls, type Example, type Examples, fresh, type OwnIds, ofDevice, type Theirs } from './shared.ts'

/** The backup was uploaded, so its origin is unknown. */
const restored: Example = async (own) => ({
  params: { id: await own.backup() },
  body: { device_id: [(await own.configVersions()).device], other_firmware: true },
})

/** An API document with one call, which lists interfaces. */
export const apiDocument = (changes: object = {}): File => {
  const paths = { '/interfaces/config': { get: { responses: { 200: { description: 'Interfaces' } } } } }
  const document = { openapi: '3.0.0', info: { title: 'RutOS API', version: '1.14' }, paths, ...changes }
  return new File([JSON.stringify(document)], 'rutos.json', { type: 'application/json' })
}

const storedDocument: Example = async (own) => {
  await own.apiDocument()
  return { params: { system: 'rutos' } }
}

/** Each with a different name. */
export const configTemplate = (company_id: number) =>
  ({ company_id, name: fresh('Template '), version: '1.0.0', template: calls }) as never

const ofTemplate =
  (body?: (own: OwnIds) => Promise<object>): Example =>
  async (own, client) => {
    const { data } = await client.call(createConfigTemplate, { body: configTemplate(own.company) })
    return { params: { id: data.id }, ...(body && { body: await body(own) }) }
  }

const drifted = async (own: OwnIds) => ({ body: { device_id: [(await own.configVersions()).device] } })

const backupRule = { name: 'Every night', period: 'day', time: '02:00', zone: 'UTC', keep: 5, enabled: true }

export const examples: Examples = {
  'configs.preview': async (own) => ({ body: { device_id: [await own.device({ caps: ['config'] })], calls } }),
  'configs.known_settings': async (own) => ({ body: { device_id: [await own.device({ caps: ['config'] })] } }),
  'configs.configure': async (own) => ({ body: { device_id: [await own.device({ caps: ['config'] })], calls } }),
  'configs.configure_without_return': async (own, client) => {
    await client.call(confirmPassword, { body: { password } })
    const { data } = await client.call(createConfigTemplate, { body: configTemplate(own.company) })
    const id = await own.device({ caps: ['config', 'config-keep'] })
    return { params: { id }, body: { template_id: data.id } }
  },
  'configs.read_values': async (own) => {
    await own.apiDocument()
    const device = { status: 1, backend: 'rutos', model: 'RUTX50', caps: ['api-call'] }
    return { body: { device_id: await own.device(device), endpoints: [{ path: '/api/interfaces/config' }] } }
  },
  'configs.logs': ofDevice(),
  'configs.logs_of_action': async (own, client) => {
    const id = await own.device({ caps: ['config'] })
    const { data } = await client.call(configureDevices, { body: { device_id: [id], calls: calls as never } })
    return { params: { id, action_name: data.id } }
  },
  'configs.template': ofTemplate(),
  'configs.create_template': async (own) => ({ body: configTemplate(own.company) }),
  'configs.update_template': ofTemplate(async () => ({ name: fresh('Template ') })),
  'configs.delete_template': ofTemplate(),
  'configs.preview_template': ofTemplate(async (own) => ({ device_id: [await own.device({ caps: ['config'] })] })),
  'configs.use_template': ofTemplate(async (own) => ({ device_id: [await own.device({ caps: ['config'] })] })),
  'configs.version': async (own) => ({ params: { id: (await own.configVersions()).running } }),
  'configs.compare': async (own) => {
    const { intended, running } = await own.configVersions()
    return { params: { id: running, from: intended } }
  },
  'configs.download': async (own) => ({ params: { id: (await own.configVersions()).running } }),
  'configs.restore': async (own) => ({ params: { id: (await own.configVersions()).intended }, body: {} }),
  'configs.adopt': drifted,
  'configs.ignore': drifted,
  'configs.overwrite': drifted,
  'configs.upload_document': async () => ({
    body: { system: 'rutos', overwrite: true } as never,
    files: { file: apiDocument() },
  }),
  'configs.download_document': storedDocument,
  'configs.delete_document': storedDocument,
  'configs.operations': storedDocument,
  'configs.document_of_devices': async (own) => {
    await own.apiDocument()
    return { query: { device_id: await own.device({ model: 'RUTX50' }) } }
  },
  'configs.backup_preview': restored,
  'configs.backup_restore': restored,
  'configs.backup_rule': async (own) => ({ params: { id: await own.backupRule() } }),
  'configs.backup_create': async (own) => ({
    body: { company_id: own.company, ...backupRule, applied_by: 'device', device_id: [await own.device()] },
  }),
  'configs.backup_update': async (own) => ({
    params: { id: await own.backupRule() },
    body: { ...backupRule, applied_by: 'tag', tag_id: [await own.tag()] },
  }),
  'configs.backup_delete': async (own) => ({ params: { id: await own.backupRule() } }),
  'configs.backup_run': async (own) => {
    const device = await own.device({ caps: ['send'] })
    return { params: { id: await own.backupRule({ apply_list: [device] }) } }
  },
  'configs.backup_runs': async (own) => ({ params: { id: await own.backupRule() } }),
}

export const theirs: Theirs = async (world, place, client) => {
  const { running } = await makeConfigVersions(world, client, await makeDevice(world, place))
  const { data } = await client.call(createConfigTemplate, { body: configTemplate(place.company_id) })
  return { config_version: running, config_template: data.id }
}
