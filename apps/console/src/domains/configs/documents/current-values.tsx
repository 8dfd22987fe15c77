import '../texts.ts'
import type { ApiOperation } from '@longreach/contract/configs/document-endpoints'
import { type ReadValue, readConfigurationValues } from '@longreach/contract/configs/value-endpoints'
import type { ItemField } from '@longreach/contract/forms/fields'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../api/error.ts'
import { useCan } from '../../../api/session.ts'
import { endOfWork } from '../../../api/status-channel.ts'
import { ItemSelect } from '../../../forms/controls/item-select.tsx'
import { Button } from '../../../ui/button.tsx'
import { currentData } from './current-data.ts'
import classes from './current-values.module.css'

const deviceField: ItemField = {
  key: 'device_id',
  type: 'item',
  component: 'ItemSelect',
  ref: 'device',
  label: 'configs:current.device',
  required: true,
}

/** Milliseconds for the call to the device, including the time before and after it. */
const patience = 90_000

interface Props {
  operation: ApiOperation
  path: string
  devices: readonly number[]
  value: string
  onChange: (value: string) => void
}

type State =
  | { is: 'idle' | 'choosing' | 'reading' }
  | { is: 'failed'; why: string }
  | { is: 'read'; hidden: boolean; before: string; text: string }

/** Reads the current values of one device at the path of a call, as request data to start from. */
export function CurrentValues({ operation, path, devices, value, onChange }: Props) {
  const { t } = useTranslation('configs')
  const mayRead = useCan('apply_multi_configuration')
  const [chosen, setChosen] = useState<number | null>(null)
  const [state, setState] = useState<State>({ is: 'idle' })
  const shown = useRef(true)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])
  if (!mayRead) return null
  const device = chosen ?? devices[0] ?? null
  const isOpen = /[{}]/.test(path)

  const read = async (id: number) => {
    setState({ is: 'reading' })
    try {
      const [address = ''] = path.trim().split('?')
      const { meta } = await call(readConfigurationValues, { body: { device_id: id, endpoints: [{ path: address }] } })
      const end = await endOfWork(meta.channel as string, patience)
      if (!shown.current) return
      const [answer] = (end.data ?? []) as ReadValue[]
      if (!answer || answer.error !== null) return setState({ is: 'failed', why: answer?.error ?? end.value })
      const { text, hidden } = currentData(answer.data, operation)
      setState({ is: 'read', hidden, before: value, text })
      onChange(text)
    } catch (error) {
      if (shown.current) setState({ is: 'failed', why: messageOf(error) })
    }
  }
  const isUnchosen = state.is === 'choosing' && device === null
  const refusal = isOpen ? t('current.variable') : isUnchosen ? t('current.choose') : null
  const press = () => {
    if (refusal !== null) return
    if (state.is !== 'choosing' && devices.length !== 1) return setState({ is: 'choosing' })
    if (device !== null) void read(device)
  }
  const choosing = state.is === 'choosing' || (devices.length !== 1 && state.is !== 'idle')
  return (
    <div className={classes.current}>
      {choosing ? (
        <div className={classes.device}>
          <ItemSelect
            field={deviceField}
            value={device}
            values={{}}
            error={undefined}
            onChange={(id) => setChosen(id as number)}
          />
        </div>
      ) : null}
      <Button
        size="small"
        icon={<IconDownload size={16} stroke={1.6} />}
        busy={state.is === 'reading'}
        {...(refusal !== null && { 'aria-disabled': true, 'aria-description': refusal })}
        onClick={press}
      >
        {t('current.read')}
      </Button>
      {refusal === null ? null : <small>{refusal}</small>}
      {state.is === 'reading' ? (
        <small role="status">{t('current.waiting')}</small>
      ) : state.is === 'failed' ? (
        <small role="alert" className={classes.failed}>
          {state.why}
        </small>
      ) : state.is === 'read' ? (
        <>
          <small role="status">{t(state.hidden ? 'current.doneHidden' : 'current.done')}</small>
          {value === state.text ? (
            <Button
              size="small"
              look="quiet"
              onClick={() => {
                onChange(state.before)
                setState({ is: 'idle' })
              }}
            >
              {t('current.undo')}
            </Button>
          ) : null}
        </>
      ) : null}
    </div>
  )
}
