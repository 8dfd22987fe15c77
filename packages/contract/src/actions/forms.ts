import { form } from '../forms/fields.ts'
import { text } from '../i18n.ts'
import { actionLimits } from './constants.ts'

const { commandSeconds, commandBytes } = actionLimits

/** Time limits, in seconds, that the console offers. */
const timeLimits = [10, 30, 60, 300] as const

export const runCommandForm = form({
  name: 'runCommand',
  title: 'actions:command',
  submit: 'actions:run.submit',
  groups: { line: {} },
  fields: [
    {
      key: 'command',
      type: 'command',
      group: 'line',
      label: 'actions:run.command',
      hint: 'actions:run.hint',
      required: true,
      missing: text('forms.command_required'),
      maxbytes: commandBytes,
      autocomplete: 'off',
    },
    {
      key: 'seconds',
      type: 'number',
      group: 'line',
      width: 'small',
      label: 'actions:run.limit',
      min: commandSeconds.min,
      max: commandSeconds.max,
      choices: timeLimits.map((value) => ({ value, label: `actions:run.limits.${value}` })),
    },
  ],
})
