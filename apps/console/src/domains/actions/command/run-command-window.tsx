import { actionLimits } from '@longreach/contract/actions/constants'
import { executeCommands } from '@longreach/contract/actions/endpoints'
import { runCommandForm } from '@longreach/contract/actions/forms'
import { listDevices } from '@longreach/contract/devices/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../api/error.ts'
import { FormFields } from '../../../forms/form-fields.tsx'
import { useFormSubmit } from '../../../forms/use-form-submit.ts'
import { countBy, living, type OnCount, useRecount } from '../../../tables/recount.ts'
import { rowsOf, type SelectedRows } from '../../../tables/selected-rows.ts'
import { WindowForm } from '../../../windows/window-form.tsx'
import { openActionTab } from '../public/open-tabs.ts'
import { notifySkipped } from '../start.tsx'
import { commandHistory } from './history.ts'

/** Runs a command on the devices; the output is shown in the dock. */
export function RunCommandWindow({ selected, onCount }: { selected: SelectedRows; onCount: OnCount }) {
  const { t } = useTranslation('actions')
  const client = useQueryClient()
  const [history] = useState(() => commandHistory.walk())
  const recount = useRecount(selected, countBy(listDevices), { slack: living, onCount })

  const form = useFormSubmit({
    form: runCommandForm,
    values: { seconds: actionLimits.commandSeconds.default },
    send: async (body) => {
      await recount()
      const { data, errors } = await call(executeCommands, { body: { ...body, ...rowsOf('device_id', selected) } })
      // The dock follows it, not the window.
      return { meta: {}, id: data.id, command: body.command, errors }
    },
    done: null,
    reload: false,
    errorsOf: (error) => ({ byField: { command: messageOf(error) }, general: [] }),
    onDone: ({ id, command, errors }) => {
      commandHistory.add(command)
      notifySkipped(errors)
      openActionTab({ id, kind: 'command' })
      void client.invalidateQueries({ queryKey: ['actions'] })
    },
  })
  const command = String(form.values.command)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLInputElement) || event.target.name !== 'command') return
    const found =
      event.key === 'ArrowUp' ? history.back(command) : event.key === 'ArrowDown' ? history.forth() : undefined
    if (found === undefined) return
    event.preventDefault()
    form.change('command', found)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows in the field recall earlier commands
    <div onKeyDown={onKeyDown}>
      <WindowForm
        body={form.body}
        onSubmit={() => void form.submit()}
        submit={t('run.submit')}
        busy={form.busy}
        errors={form.errors.general}
      >
        <FormFields state={form} />
      </WindowForm>
    </div>
  )
}
