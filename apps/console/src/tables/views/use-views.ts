import { useStored } from '../../api/user-storage.ts'
import { readViews, type Views } from './views.ts'

export function useViews(table: string): [Views, (views: Views) => void] {
  const [stored, store] = useStored(`views.${table}`)
  return [readViews(stored), (views) => store(views.views.length === 0 ? null : views)]
}
