import { actionLimits } from '@longreach/contract/actions/constants'
import { executeCommands } from '@longreach/contract/actions/endpoints'
import { runCommandForm } from '@longreach/contract/actions/forms'
import { listDevices } from '@longreach/contract/devices/endpoints'
import { IconTerminal2 } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { focusFirstField } from '../../forms/focus.ts'
import { FormFields } from '../../forms/form-fields.tsx'
import { useFormSubmit } from '../../forms/use-form-submit.ts'
import { countBy, living, type OnCount, useRecount } from '../../tables/recount.ts'
import { rowsOf, type SelectedRows } from '../../tables/selected-rows.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/state.tsx'
import { commandHistory } from './command-history.ts'
import { CommandRun } from './command-run.tsx'
import classes from './run-command-window.module.css'
import { notifySkipped } from './start.tsx'

interface Run {
  id: number
  command: string
}

/** A command to run on the devices, above the output of earlier ones of this window, newest first. */
export function RunCommandWindow({ selected, onCount }: { selected: SelectedRows; onCount: OnCount }) {
  const { t } = useTranslation('actions')
  const [runs, setRuns] = useState<readonly Run[]>([])
  const [history] = useState(() => commandHistory.walk())
  const recount = useRecount(selected, countBy(listDevices), { slack: living, onCount })

  const form = useFormSubmit({
    form: runCommandForm,
    values: { seconds: actionLimits.commandSeconds.default },
    send: async (body) => {
      await recount()
      const { data, errors } = await call(executeCommands, { body: { ...body, ...rowsOf('device_id', selected) } })
      // It is followed in this window.
      return { meta: {}, run: { id: data.id, command: body.command }, errors }
    },
    done: null,
    leaveOpen: true,
    reload: false,
    errorsOf: (error) => ({ byField: { command: messageOf(error) }, general: [] }),
    onDone: ({ run, errors }) => {
      commandHistory.add(run.command)
      history.end()
      notifySkipped(errors)
      setRuns((before) => [run, ...before])
      form.change('command', '')
      if (form.body.current) focusFirstField(form.body.current)
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
    <div className={classes.window}>
      <form
        className={classes.form}
        noValidate
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault()
          void form.submit()
        }}
      >
        <div ref={form.body} className={classes.fields}>
          <FormFields state={form} />
        </div>
        <div className={classes.submit}>
          <Button look="primary" type="submit" busy={form.busy}>
            {t('run.submit')}
          </Button>
        </div>
      </form>
      <section className={classes.runs} aria-label={t('run.outputs')}>
        {runs.length === 0 ? (
          <EmptyState icon={<IconTerminal2 size={22} stroke={1.6} />} title={t('command')} text={t('run.none')} />
        ) : (
          runs.map((run) => (
            <CommandRun
              key={run.id}
              id={run.id}
              command={run.command}
              onAgain={() => form.change('command', run.command)}
            />
          ))
        )}
      </section>
    </div>
  )
}
