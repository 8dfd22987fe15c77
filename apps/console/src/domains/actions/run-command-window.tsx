import { actionLimits } from '@longreach/contract/actions/constants'
import { executeCommands } from '@longreach/contract/actions/endpoints'
import { listDevices } from '@longreach/contract/devices/endpoints'
import { IconTerminal2 } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { ApiError, messageOf } from '../../api/error.ts'
import { countBy, living, type OnCount, useRecount } from '../../tables/recount.ts'
import { rowsOf, type SelectedRows } from '../../tables/selected-rows.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { EmptyState } from '../../ui/state.tsx'
import { commandHistory } from './command-history.ts'
import { CommandRun } from './command-run.tsx'
import classes from './run-command-window.module.css'
import { notifySkipped } from './start.tsx'

const limits = [10, 30, 60, 300]

/** A command line for the devices, and the results of earlier ones in this window, newest first. */
export function RunCommandWindow({ selected, onCount }: { selected: SelectedRows; onCount: OnCount }) {
  const { t } = useTranslation('actions')
  const [command, setCommand] = useState('')
  const [seconds, setSeconds] = useState<number>(actionLimits.commandSeconds.default)
  const [runs, setRuns] = useState<readonly { id: number; command: string }[]>([])
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const recount = useRecount(selected, countBy(listDevices), { slack: living, onCount })
  const [past] = useState(() => commandHistory.walk())

  const run = async () => {
    const text = command.trim()
    if (text === '') return setError(t('run.empty'))
    setBusy(true)
    setError(undefined)
    try {
      await recount()
      const { data, errors } = await call(executeCommands, {
        body: { command: text, seconds, ...rowsOf('device_id', selected) },
      })
      commandHistory.add(text)
      past.end()
      notifySkipped(errors)
      setRuns((before) => [{ id: data.id, command: text }, ...before])
      setCommand('')
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.message : messageOf(failure))
    }
    setBusy(false)
    // The button could not keep the focus while it was busy.
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const found = event.key === 'ArrowUp' ? past.back(command) : event.key === 'ArrowDown' ? past.forth() : undefined
    if (found === undefined) return
    event.preventDefault()
    setCommand(found)
  }
  const limitText = (value: number) =>
    value < 60 ? t('run.seconds', { count: value }) : t('run.minutes', { count: value / 60 })

  return (
    <div className={classes.window}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void run()
        }}
      >
        <TextField
          ref={field}
          label={t('run.command')}
          hint={t('run.hint')}
          className={classes.field}
          error={error}
          mono
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={actionLimits.commandBytes}
          value={command}
          onChange={(event) => setCommand(event.target.value)}
          onKeyDown={onKeyDown}
          data-autofocus
        />
        <div className={classes.limit}>
          <Select
            label={t('run.limit')}
            value={String(seconds)}
            onChange={(value) => setSeconds(Number(value))}
            options={limits.map((value) => ({ value: String(value), label: limitText(value) }))}
          />
        </div>
        <div className={classes.submit}>
          <Button look="primary" type="submit" busy={busy}>
            {t('run.submit')}
          </Button>
        </div>
      </form>
      <section className={classes.runs} aria-label={t('run.outputs')}>
        {runs.length === 0 ? (
          <EmptyState icon={<IconTerminal2 size={22} stroke={1.6} />} title={t('command')} text={t('run.none')} />
        ) : (
          runs.map((one) => (
            <CommandRun key={one.id} id={one.id} command={one.command} onAgain={() => setCommand(one.command)} />
          ))
        )}
      </section>
    </div>
  )
}
