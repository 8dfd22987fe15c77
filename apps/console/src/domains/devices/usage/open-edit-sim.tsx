import type { DeviceDetails } from '@longreach/contract/devices/schemas'
import type { Sim } from '@longreach/contract/monitoring/usage-schemas'
import i18next from 'i18next'
import { lazy } from '../../../ui/lazy.ts'
import { windows } from '../../../windows/store.ts'
import { nameOfSim } from './usage.ts'

const EditSimWindow = lazy(() => import('./edit-sim-window.tsx').then((file) => ({ default: file.EditSimWindow })))

export function openEditSim({ id, name }: Pick<DeviceDetails, 'id' | 'name'>, sim: Sim): void {
  windows.open({
    id: `sim-edit-${id}-${sim.modem}-${sim.sim_id}`,
    title: i18next.t('usage:edit.titleOf', { sim: nameOfSim(sim.modem, sim.sim_id), name }),
    width: 480,
    help: 'device',
    content: <EditSimWindow id={id} sim={sim} />,
  })
}
