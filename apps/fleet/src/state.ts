import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { generateDeviceKey } from './keys.ts'
import type { Configuration } from './uci.ts'

/** The state of a device across restarts of the fleet. Times are Unix seconds. */
export interface DeviceState {
  privateKey: string
  /** Id on the server; null until enrolled. */
  deviceId: number | null
  /** 12 hex digits, new after every boot. */
  boot: string
  bootAt: number
  /** Sequence numbers below this may have been used. */
  reserved: number
  /** Time of the first start; earlier reports are simulated history. */
  firstAt: number
  /** Time up to which the history has been acknowledged. */
  sentUntil: number
  /** Whether it was taken out of service. */
  left: boolean
  /** Commands that a reboot must not execute again: id → boot in which they were started. */
  started?: Record<string, string>
  /** Version of the agent after an update. */
  agent?: string
  /** Last update of the agent: its id, and the reason of a failure. */
  update?: { id: string; failed?: string }
  /** Version of the firmware after an installation. */
  firmware?: string
  /** Content in memory, until the boot ends. */
  staged?: { ticket: string; sha256: string; boot: string; text?: string }
  /** Settings, if they were changed. */
  config?: Configuration
  /** Whether they were changed by hand. */
  drifted?: boolean
  /** The last applied configuration; includes the previous settings while it waits for its confirmation. */
  apply?: {
    id: string
    state: 'applied' | 'confirmed' | 'undone'
    /** Boot in which its time runs, and the number of boots. */
    boot: string
    boots: number
    seconds: number
    since: number
    before?: Configuration
    why?: string
    /** Outcomes of calls of the device's own API. */
    calls?: string[]
  }
  /** Version that the device starts with when it has power again. */
  installing?: string
  /** Texts of stored files by path; for a long text only its length in words. */
  files?: Record<string, string>
  /** Outputs switched by commands. */
  outputs?: Record<string, number>
  /** Password, if one was set. */
  password?: string
  /** Private key of the device's SSH server, created on first use. */
  sshKey?: string
}

export interface StateStore {
  load(serial: string): DeviceState | null
  save(serial: string, state: DeviceState): void
}

export const newBoot = () => randomBytes(6).toString('hex')

export function newState(firstAt: number, bootAt: number, sentUntil: number): DeviceState {
  return {
    privateKey: generateDeviceKey(),
    deviceId: null,
    boot: newBoot(),
    bootAt,
    reserved: 1,
    firstAt,
    sentUntil,
    left: false,
  }
}

/** One file per device, readable only by its owner: it contains the key. */
export function fileStore(folder: string): StateStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fileOf = (serial: string) => path.join(folder, `${serial}.json`)
  return {
    load(serial) {
      try {
        return JSON.parse(readFileSync(fileOf(serial), 'utf8'))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw new Error(`${fileOf(serial)} cannot be read: ${(error as Error).message}`)
      }
    },
    save(serial, state) {
      const draft = `${fileOf(serial)}.draft`
      writeFileSync(draft, JSON.stringify(state), { mode: 0o600 })
      renameSync(draft, fileOf(serial))
    },
  }
}

export function memoryStore(): StateStore {
  const states = new Map<string, DeviceState>()
  return {
    load: (serial) => states.get(serial) ?? null,
    save: (serial, state) => void states.set(serial, state),
  }
}
