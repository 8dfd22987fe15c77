import { generateDeviceKey } from '../keys.ts'
import type { DeviceSpec } from '../spec.ts'
import type { DeviceState } from '../state.ts'
import type { Values } from '../world/groups.ts'

/** One simulated device as its own shell and pages see it: it contains only what it reports. */
export interface Machine {
  spec: DeviceSpec
  /** Current measurements by parameter. */
  values(): Values
  /** Unix seconds. */
  now(): number
  bootAt(): number
  reboot(): void
  /** Password of `root` in the shell and of `admin` on the page. */
  password(): string
  setPassword(password: string): void
  /** Texts of files stored on the device, by path. */
  stored(): Readonly<Record<string, string>>
  store(path: string, text: string): void
  /** Sets an output; false if there is none with that name. */
  setOutput(name: string, value: number): boolean
  /** Private key of the device's SSH server. */
  hostKey(): string
  /** Keys that may sign in as root, as base64. */
  keys(): ReadonlySet<string>
}

export const lanAddress = '192.168.1.1'

/** Name of the device as a valid host name. */
export const hostnameOf = ({ model, identity }: DeviceSpec) => `${model.model}-${identity.serial.slice(-4)}`

/** Admin password of a device that was enrolled without its own password. */
export const passwordOf = ({ identity }: DeviceSpec) => `Sim-${identity.serial.slice(-6)}`

/** Name in the certificate of the device's page. */
export const certificateName = (spec: DeviceSpec) => `${hostnameOf(spec)}.simulated`

/** Keys allowed for a session, each with the timer that removes it. */
export type SessionKeys = Map<string, { key: string; timer: NodeJS.Timeout }>

export function createMachine(
  deps: Pick<Machine, 'spec' | 'values' | 'now' | 'reboot'> & {
    enrolledPassword: string
    state: DeviceState
    save: () => void
  },
): { machine: Machine; keys: SessionKeys } {
  const { state, save, enrolledPassword, ...rest } = deps
  const keys: SessionKeys = new Map()
  const machine: Machine = {
    ...rest,
    bootAt: () => state.bootAt,
    password: () => state.password ?? enrolledPassword,
    setPassword(password) {
      state.password = password
      save()
    },
    stored: () => state.files ?? {},
    store(path, text) {
      state.files = { ...state.files, [path]: text }
      save()
    },
    setOutput(name, value) {
      if (!Object.hasOwn(rest.values(), name)) return false
      state.outputs = { ...state.outputs, [name]: value }
      save()
      return true
    },
    hostKey() {
      if (!state.sshKey) {
        state.sshKey = generateDeviceKey()
        save()
      }
      return state.sshKey
    },
    keys: () => new Set([...keys.values()].map(({ key }) => key)),
  }
  return { machine, keys }
}
