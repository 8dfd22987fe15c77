import '../texts.ts'
import { statusOf } from '../status.ts'
import { StatusMark } from '../status-mark.tsx'

/** Status of a device, by the code in lists of other things. */
export const DeviceStatus = ({ code }: { code: number | null }) => <StatusMark status={statusOf(code)} />
