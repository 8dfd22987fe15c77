import { randomInt } from 'node:crypto'
import { createCompany } from '@longreach/contract/companies/endpoints'
import { createEnrolmentKey, listDevices } from '@longreach/contract/devices/endpoints'
import { demoSeed, demoSpecs } from '../apps/fleet/src/demo.ts'
import type { FaultKind } from '../apps/fleet/src/faults.ts'
import { type Fleet, startFleet } from '../apps/fleet/src/fleet.ts'
import { identityOf } from '../apps/fleet/src/identity.ts'
import type { DeviceSpec } from '../apps/fleet/src/spec.ts'
import { signIn, type TestClient } from '../apps/server/src/test/client.ts'
import { password, type User } from './console-world.ts'
import { done, type Role, registerUser, unique, until } from './register-user.ts'
import { test } from './test.ts'

interface Wish {
  /** Days of history the devices bring with them. */
  past?: number
  /** Misbehaviour by name of the device. */
  faults?: Record<string, FaultKind>
  /** Where it is not the whole place. */
  company?: number
}

/** A company of the first level for the tests of one file, with all that they change. */
export interface Place {
  id: number
  name: string
  /** Its administrator, and a client signed in as such. */
  admin: User
  client: TestClient
  addUser(role: Role, company?: number): Promise<User>
  /** A company below the place, or below another one there; its name starts with that of the place. */
  addCompany(name: string, parent?: number): Promise<{ id: number; name: string }>
  /** Connects devices like those of the demo, with identities of their own; resolves to their ids by name. */
  connect<Name extends string>(names: readonly Name[], wish?: Wish): Promise<Record<Name, number>>
  /** Switches a device off; resolves once it is offline. */
  stop(name: string): Promise<void>
}

/** Behind those of the demo, in a range of each process. */
let lastIndex = randomInt(1, 8000) * 1000

/** Like a device of the demo, but always online. */
function specOf(name: string): DeviceSpec {
  const spec = demoSpecs().find((one) => one.name === name)
  if (!spec) throw new Error(`The demo has no device ${name}`)
  lastIndex++
  const { firmware } = spec.identity
  const identity = { ...identityOf(spec.model, demoSeed, lastIndex), firmware }
  return { ...spec, index: lastIndex, life: 'steady', identity }
}

async function makePlace(url: string): Promise<Place & { leave(): void }> {
  const root = await signIn(url, 'root@longreach.test', password)
  const fleets: Fleet[] = []
  const name = `Place ${unique()}`
  const { data: company } = done(await root.call(createCompany, { body: { name, parent_id: 0 } }))

  const addUser = (role: Role, company_id = company.id) => registerUser(root, url, company_id, role)
  const admin = await addUser('admin')
  const client = await signIn(url, admin.email, password)

  async function addCompany(short: string, parent_id = company.id) {
    const body = { name: `${name} ${short}`, parent_id }
    const { data } = done(await client.call(createCompany, { body }))
    return { id: data.id, name: body.name }
  }

  async function connect<Name extends string>(names: readonly Name[], wish: Wish = {}): Promise<Record<Name, number>> {
    const { past, faults = {}, company: company_id = company.id } = wish
    const body = { company_id, uses: names.length }
    const { data: key } = done(await client.call(createEnrolmentKey, { body }))
    const [, port, hostKey = ''] = /\]:(\d+) (ssh-ed25519 [A-Za-z0-9+/=]+)/.exec(key.lines[0]?.line ?? '') ?? []
    const specs = names.map(specOf)
    const fleet = startFleet({
      server: { host: '127.0.0.1', port: Number(port), hostKey },
      specs,
      credentials: () => ({ key: key.key }),
      faults: specs.flatMap((spec) => {
        const kind = faults[spec.name]
        return kind ? [{ kind, device: spec.index }] : []
      }),
      retry: { spread: 0.5, max: 2 },
      history: past !== undefined,
      pastDays: past,
      powerCuts: false,
      every: 250,
    })
    fleets.push(fleet)
    const ids = {} as Record<Name, number>
    await until(async () => {
      const { data } = await client.call(listDevices, { query: { limit: 100 } })
      for (const { identity, name: one } of specs) {
        const device = data.find(({ serial, status }) => serial === identity.serial && status === 1)
        if (device?.id !== undefined) ids[one as Name] = device.id
      }
      return Object.keys(ids).length === names.length
    })
    return ids
  }

  async function stop(device: string): Promise<void> {
    for (const fleet of fleets) fleet.devices.find(({ spec }) => spec.name === device)?.stop()
    await until(async () => {
      const { data } = await client.call(listDevices, { query: { q: device } })
      return data.every(({ status }) => status !== 1)
    })
  }

  const leave = () => {
    for (const fleet of fleets) fleet.stop()
  }
  return { id: company.id, name, admin, client, addUser, addCompany, connect, stop, leave }
}

/** A place of its own for the tests of a file: made before the first of them, left after the last one. */
export function ownPlace(): Place {
  const place = {} as Awaited<ReturnType<typeof makePlace>>
  test.beforeAll(async ({ baseURL }) => {
    Object.assign(place, await makePlace(baseURL ?? ''))
  })
  test.afterAll(() => place.leave?.())
  return place
}
