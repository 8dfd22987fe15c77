import { Suspense } from 'react'
import { useTouched } from '../../shell/use-touched.ts'
import { lazy } from '../../ui/lazy.ts'

const RunningCampaigns = lazy(() =>
  import('./running-campaigns.tsx').then((file) => ({ default: file.RunningCampaigns })),
)

/** Number of running campaigns, requested after the first paint, which does not need it. */
export const CampaignCounter = () => <Suspense fallback={null}>{useTouched() ? <RunningCampaigns /> : null}</Suspense>
