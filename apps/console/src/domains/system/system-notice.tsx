import { useCan } from '../../api/session.ts'
import { lazy } from '../../ui/lazy.ts'
import { useChangesTaken } from './changes.ts'

const DiskSpaceWarning = lazy(() =>
  import('./disk-space-warning.tsx').then((file) => ({ default: file.DiskSpaceWarning })),
)
const ChangesNotice = lazy(() => import('./changes-notice.tsx').then((file) => ({ default: file.ChangesNotice })))

/** Details for system administrators; all other users only see that changes are not possible. */
export function SystemNotice() {
  const runsIt = useCan('super_admin')
  const taken = useChangesTaken()
  if (runsIt) return <DiskSpaceWarning />
  return taken ? null : <ChangesNotice />
}
