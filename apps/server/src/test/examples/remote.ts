import { randomBytes } from 'node:crypto'
import { makeRemoteAccess, makeRemoteSession } from '../remote.ts'
import { makeDevice } from '../world.ts'
import { type Example, type Examples, month, ofDevice, type Theirs } from './shared.ts'

const ofEntry =
  (rest: object = {}): Example =>
  async (own) => ({ params: { access_id: (await own.remoteAccess()).id }, ...rest })

const ofSession =
  (rest: object = {}): Example =>
  async (own) => ({ params: { session_id: await own.remoteSession() }, ...rest })

const opened = { body: { duration: 600 } }

export const examples: Examples = {
  'remote.create': async (own) => ({
    body: {
      data: [
        {
          device_id: await own.device(),
          name: 'Panel',
          destination_ip: '192.168.1.10',
          destination_port: 80,
          protocol: 'http',
          username: 'admin',
          password: 'Admin-1234',
        },
      ],
    },
  }),
  'remote.update': ofEntry({ body: { destination_port: 8080 } }),
  'remote.delete': async (own) => ({ body: { id: [(await own.remoteAccess()).id] } }),
  'remote.get_host_key': ofEntry(),
  'remote.forget_host_key': ofEntry(),
  'remote.check': async (own) => {
    const { id, device } = await own.remoteAccess()
    return { params: { device_id: device }, body: { id: [id] } }
  },
  'remote.open': ofEntry(opened),
  'remote.open_webui': async (own) => ({
    params: { id: (await own.remoteAccess({ main: 'webui' })).device },
    ...opened,
  }),
  'remote.open_cli': async (own) => ({
    params: { id: (await own.remoteAccess({ main: 'cli', protocol: 'ssh' })).device },
    ...opened,
  }),
  'remote.status': async (own) => ({ body: { id: [(await own.remoteAccess()).id] } }),
  'remote.sessions': ofEntry(),
  'remote.links': ofDevice({ query: { type: 'webui' } }),
  'remote.close': ofSession(),
  'remote.extend': ofSession({ body: { duration: 600 } }),
  'remote.ticket': ofSession({ body: {} }),
  'remote.restart': async (own) => {
    const name = randomBytes(16).toString('hex')
    await own.remoteSession({ name })
    return { body: { url: `${name}.connect.example` } }
  },
  'remote.logs': async () => ({ query: month }),
  'remote.export_logs': async () => ({ query: month }),
}

export const theirs: Theirs = async (world, place) => {
  const device = await makeDevice(world, place)
  const remote_access = await makeRemoteAccess(world, place, device)
  return { remote_access, remote_session: await makeRemoteSession(world, place, { device, access: remote_access }) }
}
