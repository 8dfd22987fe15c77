import { generatePasswords } from '@longreach/contract/actions/password-endpoints'
import type { TestClient } from '../client.ts'
import { type Examples, fresh, type OwnIds } from './shared.ts'

async function passwordList(own: OwnIds, client: TestClient): Promise<number> {
  const body = { data: [{ id: await own.device({ caps: ['password'] }) }] }
  return (await client.call(generatePasswords, { body })).data.id
}

export const examples: Examples = {
  'actions.execute': async (own) => ({
    body: { action: 'reboot', device_id: [await own.device({ caps: ['reboot'] })] },
  }),
  'actions.command': async (own) => ({
    params: { id: await own.device({ caps: ['exec'] }) },
    body: { command: 'uptime' },
  }),
  'actions.set_output': async (own) => ({
    params: { id: (await own.dashboard()).device },
    body: { output: 'dout1', on: true },
  }),
  'actions.command_many': async (own) => ({
    body: { command: 'uptime', device_id: [await own.device({ caps: ['exec'] })] },
  }),
  'actions.generate_passwords': async (own) => ({
    body: { data: [{ id: await own.device({ caps: ['password'] }), length: 12, use_special: 1 }] },
  }),
  'actions.set_passwords': async (own) => {
    const row = { password: 'Secret-1234', password_confirmation: 'Secret-1234' }
    return { body: { data: [{ id: await own.device({ caps: ['password'] }), ...row }], ...row } }
  },
  'actions.upload_passwords': async (own) => {
    const serial = fresh('P')
    await own.device({ serial, caps: ['password'] })
    return { files: { file: new File([`serial,password\n${serial},Secret-1234\n`], 'p.csv', { type: 'text/csv' }) } }
  },
  'actions.password_devices': async (own, client) => ({ params: { id: await passwordList(own, client) } }),
  'actions.download_passwords': async (own, client) => ({ params: { id: await passwordList(own, client) } }),
  'actions.cancel': async (own) => ({ body: { job_id: [(await own.action()).action_target] } }),
  'actions.retry': async (own) => {
    const { action, action_target } = await own.action({ state: 'failed' })
    return { body: { action_id: action, job_id: [action_target] } }
  },
  'actions.get': async (own) => ({ params: { id: (await own.action()).action } }),
  'actions.repeat': async (own) => {
    const device_id = await own.device({ caps: ['reboot'] })
    return { body: { action_id: (await own.action({ device_id })).action } }
  },
  'actions.outputs': async (own) => ({ params: { id: (await own.action()).action } }),
  'actions.output': async (own) => ({ params: { id: (await own.action()).action, group: 'waiting' } }),
  'actions.export_outputs': async (own) => ({ params: { id: (await own.action()).action } }),
  'actions.get_target': async (own) => ({ params: { id: (await own.action()).action_target } }),
}
