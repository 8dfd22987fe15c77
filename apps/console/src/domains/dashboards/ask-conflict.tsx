import type { DashboardDetails } from '@longreach/contract/dashboards/schemas'
import i18next from 'i18next'
import { Button } from '../../ui/button.tsx'
import { formatMoment } from '../../ui/format.ts'
import { windows } from '../../windows/store.ts'
import { WindowActions, WindowBody } from '../../windows/window-parts.tsx'

const id = 'dashboard-conflict'

/** Asks which version to retain if another user saved the dashboard meanwhile. */
export function askConflict(theirs: DashboardDetails): Promise<'mine' | 'theirs'> {
  return new Promise((resolve) => {
    let answer: 'mine' | 'theirs' = 'theirs'
    const choose = (choice: typeof answer) => () => {
      answer = choice
      windows.close(id)
    }
    windows.open(
      {
        id,
        title: i18next.t('dashboards:conflict.title'),
        prompt: true,
        forced: true,
        width: 460,
        content: (
          <>
            <WindowBody>
              {i18next.t('dashboards:conflict.text', {
                username: theirs.username ?? i18next.t('dashboards:conflict.someone'),
                time: formatMoment(theirs.updated_at),
              })}
            </WindowBody>
            <WindowActions>
              <Button onClick={choose('theirs')} data-autofocus>
                {i18next.t('dashboards:conflict.theirs')}
              </Button>
              <Button look="danger" onClick={choose('mine')}>
                {i18next.t('dashboards:conflict.mine')}
              </Button>
            </WindowActions>
          </>
        ),
      },
      () => resolve(answer),
    )
  })
}
