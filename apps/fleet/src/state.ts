import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { generateDeviceKey } from './keys.ts'
import type { Configuration } from './uci.ts'

/** The state of a device across restarts of the fleet. Times are Unix seconds. */
export interface DeviceState {
  privateKey: string
  /** Its id on the server; null until enrolled. */
  deviceId: number | null
  /** 12 hex digits; another one after every boot. */
  boot: string
  bootAt: number
  /** Sequence numbers below it may have been used. */
  reserved: number
  /** When the device was first started; its history reaches back from there. */
  firstAt: number
  /** Up to when the history before firstAt has been acknowledged. */
  sentUntil: number
  /** It has been taken out of service. */
  left: boolean
  /** Commands that a reboot must not run again, by id: the boot they were started in. */
  started?: Record<string, string>
  /** Version of its agent, when it was updated. */
  agent?: string
  /** Its last update: the id, and the reason of a failure. */
  update?: { id: string; failed?: string }
  /** Version of its firmware, when one was installed. */
  firmware?: string
  /** The content it has in memory, until its boot ends. */
  staged?: { ticket: string; sha256: string; boot: string; text?: string }
  /** Its settings, when they were changed. */
  config?: Configuration
  /** They were changed by hand. */
  drifted?: boolean
  /** The last configuration that was applied; with the settings before it while it waits for its confirmation. */
  apply?: {
    id: string
    state: 'applied' | 'confirmed' | 'undone'
    /** The boot in which its time runs, and the number of that. */
    boot: string
    boots: number
    seconds: number
    since: number
    before?: Configuration
    why?: string
    /** What became of calls of its own API. */
    calls?: string[]
  }
  /** The version it starts with when it has power again. */
  installing?: string
  /** Texts of files that were stored, by path; of long ones only their length in words. */
  files?: Record<string, string>
  /** Its outputs that were switched by a command. */
  outputs?: Record<string, number>
  /** Its password, when one was set. */
  password?: string
  /** Private key of its own SSH server; created on first use. */
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

/** One file per device, readable by its owner alone: it contains the key. */
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
