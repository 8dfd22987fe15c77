import { mostDevices } from '../choice.ts'
import type { linkCommands } from '../link/commands.ts'
import type { PermissionName } from '../permissions.ts'

export const targetStates = ['queued', 'sent', 'running', 'done', 'failed', 'expired', 'cancelled'] as const
export type TargetState = (typeof targetStates)[number]

/** States something still happens in. */
export const activeStates = ['queued', 'sent', 'running'] as const
/** States from which a new attempt may begin. */
export const retryStates = ['failed', 'expired'] as const

export const isActive = (state: TargetState) => (activeStates as readonly string[]).includes(state)

interface ActionKind {
  title: string
  verb: keyof typeof linkCommands
  /** Kinds that write are done one at a time on a device, in the order they were asked for; others beside them. */
  writes: boolean
  permission: PermissionName
  /** Word of the agent's caps without which a device cannot do it. */
  capability: string | null
  /** Seconds it waits for a device that is offline, unless the caller says otherwise. */
  waits: number
  /** Seconds after sending within which a device has to begin. */
  begins: number
  /** Seconds after sending (and the caller's own limit) after which no answer is awaited any more. */
  answers: number
  /**
   * What ends it: the device's answer, that the device is there again after a restart, or that it is there with the
   * version of the agent it was to get.
   */
  ends: 'answer' | 'restart' | 'version'
  /** What its end is called. */
  done: string
  /** Whether the answer is an output to be kept, with its exit code. */
  output: boolean
}

/**
 * Everything that can be sent to devices. A reboot waits an hour: a device that comes back later has been without power
 * and restarted anyway. Agents are updated by and by. Refreshing and commands are asked by somebody who looks at the answer.
 */
export const actionKinds = {
  reboot: {
    title: 'Reboot',
    verb: 'reboot',
    writes: true,
    permission: 'execute_device_actions',
    capability: 'reboot',
    waits: 3600,
    begins: 60,
    answers: 600,
    ends: 'restart',
    done: 'The device restarted',
    output: false,
  },
  update_metrics_data: {
    title: 'Refresh data',
    verb: 'refresh',
    writes: false,
    permission: 'execute_device_actions',
    capability: null,
    waits: 300,
    begins: 60,
    answers: 120,
    ends: 'answer',
    done: 'The device sent its values',
    output: false,
  },
  command: {
    title: 'Run command',
    verb: 'exec',
    writes: true,
    permission: 'execute_device_command',
    capability: 'exec',
    waits: 300,
    begins: 60,
    answers: 60,
    ends: 'answer',
    done: 'The command ended',
    output: true,
  },
  update_agent: {
    title: 'Update agent',
    verb: 'upgrade-agent',
    writes: true,
    permission: 'execute_device_actions',
    // An agent that cannot update itself yet is brought to it by a command.
    capability: 'exec',
    waits: 7 * 86_400,
    begins: 60,
    // To fetch it over a bad line, to try it, and to go back to the old one.
    answers: 1800,
    ends: 'version',
    done: 'The agent was updated',
    output: false,
  },
} as const satisfies Record<string, ActionKind>

export type ActionKindName = keyof typeof actionKinds
export const actionKindNames = Object.keys(actionKinds) as [ActionKindName, ...ActionKindName[]]

/** Kinds of `POST /devices/actions`: those without an argument. */
export const plainActions = ['update_metrics_data', 'reboot', 'update_agent'] as const

export const actionLimits = {
  /** Devices of one call, named or in its filter. */
  devices: mostDevices,
  /** Seconds an action may wait for devices that are offline. */
  waits: { min: 10, max: 7 * 86_400 },
  /** Seconds a command may run. */
  commandSeconds: { min: 1, default: 30, max: 300 },
  commandBytes: 2000,
  /** Days actions and their events are kept. */
  keptDays: 90,
} as const
