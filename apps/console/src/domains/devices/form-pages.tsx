import './texts.ts'
import { authorizeDevice, authorizeFile } from '@longreach/contract/devices/authorized-endpoints'
import { authorizeDeviceForm, authorizeFileForm } from '@longreach/contract/devices/authorized-forms'
import { createDevices, createEnrolmentKey, updateDevice } from '@longreach/contract/devices/endpoints'
import { editDeviceForm, newDeviceForm, newEnrolmentKeyForm } from '@longreach/contract/devices/forms'
import { importDevices } from '@longreach/contract/devices/import-endpoints'
import { importDevicesForm } from '@longreach/contract/devices/import-forms'
import { simForm, simLimitsForm } from '@longreach/contract/monitoring/forms'
import { setSimLimits } from '@longreach/contract/monitoring/sim-endpoints'
import { updateSim } from '@longreach/contract/monitoring/usage-endpoints'
import { Loaded } from '../../forms/loaded.tsx'
import type { FormPage } from '../../registry/domain.ts'
import { only } from '../../tables/selected-rows.ts'
import { AddByLine } from './add/by-line.tsx'
import { AddByPassword } from './add/by-password.tsx'
import { AuthorizeDeviceWindow, AuthorizeFileWindow } from './authorized/windows.tsx'
import { EditDeviceWindow } from './edit-device-window.tsx'
import { ImportDevices } from './import/devices.tsx'
import { deviceQuery } from './public/device-query.ts'
import './sims/texts.ts'
import { SetLimitWindow } from './sims/set-limit-window.tsx'
import { EditSims } from './usage/edit-sims.tsx'
import { simsOptions } from './usage/usage.ts'

/** Forms about devices as pages; the id is that of the device, or of the company for a new device. */
export const pages: readonly FormPage[] = [
  {
    form: editDeviceForm,
    call: updateDevice,
    needsId: true,
    Page: ({ id }) => (
      <Loaded query={deviceQuery(Number(id))}>{(device) => <EditDeviceWindow device={device} />}</Loaded>
    ),
  },
  {
    form: newDeviceForm,
    call: createDevices,
    Page: ({ id }) => <AddByPassword company={id === undefined ? null : Number(id)} />,
  },
  {
    form: newEnrolmentKeyForm,
    call: createEnrolmentKey,
    Page: ({ id }) => <AddByLine company={id === undefined ? null : Number(id)} />,
  },
  {
    form: importDevicesForm,
    call: importDevices,
    Page: ({ id }) => <ImportDevices company={id === undefined ? null : Number(id)} />,
  },
  {
    form: simForm,
    call: updateSim,
    needsId: true,
    Page: ({ id }) => (
      <Loaded query={simsOptions(Number(id))}>{(sims) => <EditSims id={Number(id)} sims={sims} />}</Loaded>
    ),
  },
  {
    form: simLimitsForm,
    call: setSimLimits,
    needsId: true,
    Page: ({ id }) => <SetLimitWindow selected={only(Number(id))} values={undefined} done={undefined} />,
  },
  { form: authorizeDeviceForm, call: authorizeDevice, Page: AuthorizeDeviceWindow },
  { form: authorizeFileForm, call: authorizeFile, Page: AuthorizeFileWindow },
]
