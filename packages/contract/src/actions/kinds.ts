import { type TextKey, text } from '../i18n.ts'
import type { LinkVerb } from '../link/commands.ts'
import type { PermissionName } from '../permissions.ts'

/** One command to the device. Each step has its own id, under which it is sent again after a failure. */
export interface ActionStep {
  verb: LinkVerb
  /** Seconds after sending within which a device must start. */
  startWithin: number
  /** Seconds after sending, plus the caller's own limit, after which it counts as overdue. */
  answers: number
  /**
   * Event that ends the step: the device's answer, its return after a restart, its return with the requested version of
   * the agent or the firmware, or a new connection with the configuration it applied.
   */
  ends: 'answer' | 'restart' | 'version' | 'firmware' | 'applied'
  /** Sent at any hour once the previous step has ended, whose state must not persist. */
  urgent?: true
  /** Message when it is done and another step follows. */
  done?: TextKey
  /** Messages by exit code of a failure; they override those of the kind. */
  failures?: Failures
  /** Time limit sent with the command; by default that of the action, or `startWithin`. */
  seconds?: number
}

/** Messages by exit code, which replace the device's answer and may quote it as `answer`. */
type Failures = Readonly<Record<number, TextKey>>

export interface ActionKind {
  title: TextKey
  /** Name of the console's icon. */
  icon: 'power' | 'refresh' | 'terminal' | 'download' | 'key' | 'file' | 'firmware' | 'config' | 'tasks'
  /** Word for it in the search; null if the search does not offer it. */
  searchWord: string | null
  /** Confirmation before it starts, with the console's texts under its name; null starts immediately. */
  question: { danger: boolean } | null
  permission: PermissionName
  /** Capability the agent must have; null if every agent has it. */
  capability: string | null
  /** Kinds that write run one at a time on a device, in the order they were requested; others run in parallel. */
  lane: 'write' | 'read'
  /**
   * Spreads its starts over time: the device fetches content or connects again, and thousands of devices at once would
   * block the server and its line for everyone else.
   */
  paced?: true
  /** Seconds it waits for a device that is offline, by default. */
  waits: number
  /** If a handler derives the steps from the argument, an example of them. */
  steps: readonly [ActionStep, ...ActionStep[]]
  /**
   * Not overdue while its device is offline, until its waiting time has passed: the device still has the answer, or has
   * not started.
   */
  patient?: true
  /** Message for success. */
  done: TextKey
  failures?: Failures
  /** Message if the device does not answer in time, unless the general one is enough. */
  unanswered?: TextKey
  /**
   * Argument of the command: from the caller (rules are in `actions/arguments.ts`; a separate endpoint starts it), from
   * the server, such as the offered version, a file that the caller selected, as JSON text, a secret of each device,
   * which is sealed until it is sent, content of each device that its domain stores, or a group of tasks, as JSON text.
   * `name` is its name in the audit log.
   */
  argument: { name: string; from: 'caller' | 'server' | 'file' | 'secret' | 'content' | 'tasks' } | null
  /** True if the answer of the last step is an output to be stored, with its exit code. */
  output: boolean
}

/** A file that a device creates and sends. */
const fileOf = <Title extends TextKey>(title: Title) =>
  ({
    title,
    icon: 'file',
    searchWord: null,
    question: null,
    permission: 'execute_device_actions',
    capability: 'send',
    lane: 'read',
    waits: 7 * 86_400,
    steps: [{ verb: 'send', startWithin: 60, answers: 3600, ends: 'answer' }],
    done: 'actions.done_file',
    argument: null,
    output: false,
  }) as const satisfies ActionKind

/** A configuration that a device fetches, applies, and takes back unless it is confirmed. */
const applied = {
  icon: 'config',
  searchWord: null,
  question: null,
  permission: 'apply_multi_configuration',
  capability: 'config',
  lane: 'write',
  paced: true,
  waits: 7 * 86_400,
  // The limit of the action is the time after which the device takes the configuration back.
  steps: [
    {
      verb: 'fetch',
      startWithin: 60,
      answers: 1800,
      ends: 'answer',
      done: 'actions.config_fetched',
      failures: {
        3: 'actions.fetch_ticket',
        5: 'actions.fetch_content',
        6: 'actions.fetch_time',
        75: 'actions.fetch_busy',
      },
    },
    {
      verb: 'config-apply',
      startWithin: 60,
      answers: 600,
      ends: 'applied',
      done: 'actions.config_reached',
      failures: {
        4: 'actions.config_storage',
        5: 'actions.config_missing',
        7: 'actions.config_refused',
        75: 'actions.config_busy',
      },
    },
    {
      verb: 'config-confirm',
      startWithin: 60,
      answers: 600,
      ends: 'answer',
      urgent: true,
      done: 'actions.config_confirmed',
      failures: { 4: 'actions.config_not_confirmed', 5: 'actions.config_not_confirmed', 8: 'actions.config_settled' },
    },
    {
      verb: 'config-read',
      startWithin: 60,
      answers: 900,
      ends: 'answer',
      urgent: true,
      failures: { 1: 'actions.config_not_read', 127: 'actions.config_not_read' },
    },
  ],
  argument: { name: 'take_back_after', from: 'content' },
  output: false,
} as const satisfies Omit<ActionKind, 'title' | 'done'>

/**
 * All kinds of actions. A reboot waits an hour: a device that comes back later has been without power and restarted
 * anyway. An agent update may wait a week. After a refresh or a command the user is waiting for the answer.
 */
export const actionKinds = {
  reboot: {
    title: 'actions.title_reboot',
    icon: 'power',
    searchWord: 'reboot',
    question: { danger: true },
    permission: 'execute_device_actions',
    capability: 'reboot',
    lane: 'write',
    paced: true,
    waits: 3600,
    steps: [{ verb: 'reboot', startWithin: 60, answers: 600, ends: 'restart' }],
    done: 'actions.done_reboot',
    argument: null,
    output: false,
  },
  update_metrics_data: {
    title: 'actions.title_update_metrics_data',
    icon: 'refresh',
    searchWord: null,
    question: null,
    permission: 'execute_device_actions',
    capability: null,
    lane: 'read',
    waits: 300,
    steps: [{ verb: 'refresh', startWithin: 60, answers: 120, ends: 'answer' }],
    done: 'actions.done_refresh',
    argument: null,
    output: false,
  },
  update_agent: {
    title: 'actions.title_update_agent',
    icon: 'download',
    searchWord: null,
    question: { danger: false },
    permission: 'execute_device_actions',
    // An agent that cannot update itself yet is updated by a command.
    capability: 'exec',
    lane: 'write',
    paced: true,
    waits: 7 * 86_400,
    // Time to fetch the agent over a bad line, try it, and roll back.
    steps: [{ verb: 'upgrade-agent', startWithin: 60, answers: 1800, ends: 'version' }],
    done: 'actions.done_update',
    argument: { name: 'version', from: 'server' },
    output: false,
  },
  command: {
    title: 'actions.title_command',
    icon: 'terminal',
    searchWord: null,
    question: null,
    permission: 'execute_device_command',
    capability: 'exec',
    lane: 'write',
    waits: 300,
    steps: [{ verb: 'exec', startWithin: 60, answers: 60, ends: 'answer' }],
    done: 'actions.done_command',
    argument: { name: 'command', from: 'caller' },
    output: true,
  },
  download_backup: fileOf('actions.title_download_backup'),
  download_troubleshoot: fileOf('actions.title_download_troubleshoot'),
  download_eventslog: fileOf('actions.title_download_eventslog'),
  update_firmware: {
    title: 'actions.title_update_firmware',
    icon: 'firmware',
    searchWord: null,
    question: null,
    permission: 'create_multi_configuration',
    capability: 'firmware',
    lane: 'write',
    paced: true,
    waits: 7 * 86_400,
    steps: [
      // Time to fetch an image over a bad line, with interruptions.
      {
        verb: 'fetch',
        startWithin: 60,
        answers: 6 * 3600,
        ends: 'answer',
        done: 'actions.firmware_fetched',
        failures: {
          3: 'actions.fetch_ticket',
          5: 'actions.fetch_content',
          6: 'actions.fetch_time',
          75: 'actions.fetch_busy',
        },
      },
      {
        verb: 'firmware',
        startWithin: 60,
        answers: 1800,
        ends: 'firmware',
        failures: { 5: 'actions.firmware_missing', 7: 'actions.firmware_refused', 75: 'actions.firmware_busy' },
      },
    ],
    done: 'actions.done_firmware',
    argument: { name: 'firmware', from: 'file' },
    output: false,
  },
  set_password: {
    title: 'actions.title_set_password',
    icon: 'key',
    searchWord: null,
    question: null,
    permission: 'manage_device_passwords',
    capability: 'password',
    lane: 'write',
    waits: 7 * 86_400,
    steps: [{ verb: 'password', startWithin: 60, answers: 120, ends: 'answer' }],
    done: 'actions.done_password',
    failures: {
      3: 'actions.password_no_tool',
      4: 'actions.password_refused',
      5: 'actions.password_not_stored',
      6: 'actions.password_unfinished',
      75: 'actions.password_busy',
    },
    unanswered: 'actions.password_unanswered',
    argument: { name: 'password', from: 'secret' },
    output: false,
  },
  read_configuration: {
    title: 'actions.title_read_configuration',
    icon: 'config',
    searchWord: null,
    question: null,
    permission: 'apply_multi_configuration',
    capability: 'config',
    lane: 'read',
    waits: 7 * 86_400,
    steps: [{ verb: 'config-read', startWithin: 60, answers: 900, ends: 'answer' }],
    done: 'actions.done_read_configuration',
    argument: null,
    output: false,
  },
  configure: { ...applied, title: 'actions.title_configure', done: 'actions.done_configure' },
  restore: { ...applied, title: 'actions.title_restore', done: 'actions.done_restore' },
  roll_back: { ...applied, title: 'actions.title_roll_back', done: 'actions.done_roll_back' },
  set_output: {
    title: 'actions.title_set_output',
    icon: 'power',
    searchWord: null,
    question: null,
    permission: 'execute_device_command',
    capability: 'exec',
    lane: 'write',
    // A pump that starts an hour later would be a surprise.
    waits: 60,
    steps: [
      { verb: 'exec', startWithin: 60, answers: 60, ends: 'answer', seconds: 10, done: 'actions.output_set' },
      // So that all users see its new state.
      { verb: 'refresh', startWithin: 60, answers: 120, ends: 'answer' },
    ],
    done: 'actions.done_output',
    argument: { name: 'output', from: 'caller' },
    output: false,
  },
  task_group: {
    title: 'actions.title_task_group',
    icon: 'tasks',
    searchWord: null,
    question: null,
    permission: 'execute_device_task_groups',
    capability: 'exec',
    lane: 'write',
    waits: 7 * 86_400,
    // A placeholder: the handler derives the steps from the tasks of the group.
    steps: [{ verb: 'exec', startWithin: 60, answers: 360, ends: 'answer' }],
    patient: true,
    done: 'actions.done_tasks',
    argument: { name: 'task_group', from: 'tasks' },
    // Each task has its own log.
    output: false,
  },
} as const satisfies Record<string, ActionKind>

export type ActionKindName = keyof typeof actionKinds
export const actionKindNames = Object.keys(actionKinds) as [ActionKindName, ...ActionKindName[]]

/** Kinds that `POST /devices/actions` starts: those without an argument from the caller. */
export type PlainActionName = {
  [K in ActionKindName]: (typeof actionKinds)[K]['argument'] extends {
    from: 'caller' | 'file' | 'secret' | 'content' | 'tasks'
  }
    ? never
    : K
}[ActionKindName]
export const plainActions = actionKindNames.filter((name) => {
  const { argument }: ActionKind = actionKinds[name]
  return argument === null || argument.from === 'server'
}) as [PlainActionName, ...PlainActionName[]]

/** The kind of that name; undefined for one that only another release knows. */
export const findActionKind = (name: string): ActionKind | undefined =>
  Object.hasOwn(actionKinds, name) ? actionKinds[name as ActionKindName] : undefined

/** Title of an action; its name if it is unknown. */
export function actionTitle(name: string): string {
  const kind = findActionKind(name)
  return kind ? text(kind.title) : name
}
