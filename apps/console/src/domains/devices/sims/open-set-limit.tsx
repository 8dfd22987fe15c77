import './texts.ts'
import i18next from 'i18next'
import { keyOf, type SelectedRows } from '../../../tables/selected-rows.ts'
import { lazy } from '../../../ui/lazy.ts'
import { windows } from '../../../windows/store.ts'
import type { LimitValues } from './set-limit-window.tsx'

const SetLimitWindow = lazy(() => import('./set-limit-window.tsx').then((file) => ({ default: file.SetLimitWindow })))

/** `values` are the present ones of a single SIM. */
export function openSetLimit(
  selected: SelectedRows,
  { values, done }: { values?: LimitValues; done?: () => void },
): void {
  windows.open({
    id: `sims-limit-${keyOf(selected)}`,
    title: i18next.t('sims:limit.title'),
    width: 480,
    help: 'management.sims',
    content: <SetLimitWindow selected={selected} values={values} done={done} />,
  })
}
