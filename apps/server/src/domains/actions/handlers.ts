import { text } from '@longreach/contract/i18n'
import type { CommandLimit } from './command-rate.ts'
import { sentFiles, wasReceived } from './device-files/uploads.ts'
import { type ActionHandler, actionHandler } from './kinds.ts'
import { wipeUsed } from './secrets.ts'
import { switchCommand } from './switch-output.ts'

/** Kinds of actions in every installation. */
export function actionHandlers(deps: { agentVersion: string; limit: CommandLimit }): ActionHandler[] {
  const { agentVersion, limit } = deps
  return [
    actionHandler('reboot'),
    actionHandler('update_metrics_data'),
    actionHandler('command', { limit }),
    ...(Object.keys(sentFiles) as (keyof typeof sentFiles)[]).map((kind) =>
      actionHandler(kind, {
        command: async (target, _step, { offerUpload }) => ({
          verb: 'send',
          arg: `${await offerUpload(target)} ${sentFiles[kind].what}`,
        }),
        verify: async (tx, target) => ((await wasReceived(tx, target)) ? undefined : text('actions.file_not_received')),
      }),
    ),
    actionHandler('set_output', {
      limit,
      command: async ({ arg }, step) =>
        step === 1 ? { verb: 'exec', arg: switchCommand(arg ?? '') } : { verb: 'refresh', arg: '' },
    }),
    actionHandler('set_password', {
      limit,
      command: async ({ id }, _step, { openSecret }) => ({ verb: 'password', arg: await openSecret(id) }),
      ended: wipeUsed,
    }),
    actionHandler('update_agent', {
      argument: () => agentVersion,
      outdated: (version) => text('actions.agent_outdated', { version }),
      obstacle: (device, version) =>
        device.agent_version === version
          ? {
              code: 'UP_TO_DATE',
              message: text('actions.agent_up_to_date', { name: device.name, version: version ?? '' }),
            }
          : undefined,
      command: ({ device_id }, _step, { offerAgent }) => offerAgent(device_id),
    }),
  ]
}
