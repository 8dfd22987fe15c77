import { useCan } from '../../api/session.ts'
import { late } from '../../ui/late.ts'
import { useChangesTaken } from './changes.ts'

const RoomWarning = late(() => import('./room-warning.tsx').then((file) => ({ default: file.RoomWarning })))
const ChangesNotice = late(() => import('./changes-notice.tsx').then((file) => ({ default: file.ChangesNotice })))

/** Figures for those who run the installation, for everyone else only that nothing can be changed. */
export function SystemNotice() {
  const runsIt = useCan('super_admin')
  const taken = useChangesTaken()
  if (runsIt) return <RoomWarning />
  return taken ? null : <ChangesNotice />
}
