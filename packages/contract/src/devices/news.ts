import type { DeviceState, EnrolmentProgress } from '../live.ts'

export interface News {
  DeviceStateChanged: { data: DeviceState }
  DeviceCreated: { data: { id: number; name: string } }
  /** A device uses an enrolment key of the user. */
  EnrolmentProgress: { data: EnrolmentProgress }
  DeviceRemoved: { data: { id: number } }
}
