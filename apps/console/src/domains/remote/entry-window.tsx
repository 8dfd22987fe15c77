import type { NumberField } from '@longreach/contract/forms/fields'
import { defaultPorts, type OpenProtocol } from '@longreach/contract/remote/constants'
import { createRemoteAccess, updateRemoteAccess } from '@longreach/contract/remote/endpoints'
import { editRemoteAccessForm, newDeviceAccessForm, newRemoteAccessForm } from '@longreach/contract/remote/forms'
import type { RemoteAccess } from '@longreach/contract/remote/schemas'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import type { ControlProps } from '../../forms/controls/control.ts'
import { NumberControl } from '../../forms/controls/number-control.tsx'
import { FormWindow } from '../../forms/form-window.tsx'

const controls = { destination_port: PortControl }
const reload = [['remote']]

/** Adds an entry for remote access to a device, which is given or selected in the form. */
export function AddEntryWindow({ device }: { device: number | null }) {
  const { t } = useTranslation('remote')
  return (
    <FormWindow
      form={device === null ? newRemoteAccessForm : newDeviceAccessForm}
      values={{ device_id: device, protocol: 'http', destination_port: defaultPorts.http }}
      controls={controls}
      send={(body) => call(createRemoteAccess, { body: { data: [body] } })}
      done={({ name }) => t('form.added', { name })}
      reload={reload}
    />
  )
}

export function EditEntryWindow({ entry }: { entry: RemoteAccess }) {
  const { t } = useTranslation('remote')
  return (
    <FormWindow
      form={editRemoteAccessForm}
      values={{ ...entry }}
      controls={controls}
      send={({ forget, ...change }) => {
        const removed = forget || change.credentials_required ? { username: null, password: null } : {}
        return call(updateRemoteAccess, { params: { access_id: entry.id }, body: { ...change, ...removed } })
      }}
      done={({ name }) => t('form.edited', { name })}
      reload={reload}
    />
  )
}

/** The port follows the protocol until it is edited by hand. */
function PortControl(props: ControlProps<NumberField>) {
  const { value, values, onChange } = props
  const protocol = values.protocol as OpenProtocol
  const previous = useRef(protocol)
  useEffect(() => {
    if (previous.current === protocol) return
    if (Number(value) === defaultPorts[previous.current]) onChange(defaultPorts[protocol])
    previous.current = protocol
  }, [protocol, value, onChange])
  return <NumberControl {...props} />
}
