import '../texts.ts'
import { StatusMark } from '../status-mark.tsx'
import { statusOf } from './status.ts'

/** Status of a device, by the code in lists of other things. */
export const DeviceStatus = ({ code }: { code: number | null }) => <StatusMark status={statusOf(code)} />
