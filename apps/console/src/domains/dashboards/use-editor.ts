import { dashboardLimits, grid } from '@longreach/contract/dashboards/constants'
import { getDashboard, updateDashboard } from '@longreach/contract/dashboards/endpoints'
import { add, type Item, remove } from '@longreach/contract/dashboards/layout'
import type { DashboardDetails } from '@longreach/contract/dashboards/schemas'
import type { Widget } from '@longreach/contract/dashboards/widgets'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { ApiError } from '../../api/error.ts'
import { askConflict } from './ask-conflict.tsx'
import { type Content, redo, type Steps, sameContent, startSteps, take, undo } from './history.ts'
import { dashboardQuery, dashboardsQuery } from './queries.ts'
import { createSaver, type Saver, type SaveState } from './saver.ts'
import { kindOf } from './widgets/kinds.ts'

/** Milliseconds without a change before the dashboard is saved. */
const restful = 600

export interface Editor {
  content: Content
  state: SaveState
  canUndo: boolean
  canRedo: boolean
  full: boolean
  arrange(items: readonly Item[]): void
  add(widget: Widget): void
  change(widget: Widget): void
  duplicate(id: string): void
  remove(id: string): void
  undo(): void
  redo(): void
  /** Saves pending changes; false if that failed. */
  finish(): Promise<boolean>
}

const contentOf = ({ layout, widgets }: Pick<DashboardDetails, 'layout' | 'widgets'>): Content => ({
  items: layout.items,
  widgets,
})

/** An id that no widget of the dashboard has. */
export function freeId(widgets: readonly Widget[]): string {
  for (let number = widgets.length + 1; ; number++) {
    const id = `w${number}`
    if (widgets.every((widget) => widget.id !== id)) return id
  }
}

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 409 && error.source === 'version'

/** Edits a dashboard: each change can be undone, and is saved automatically. */
export function useEditor(dashboard: DashboardDetails): Editor {
  const client = useQueryClient()
  const params = { id: dashboard.device_id, dashboard_id: dashboard.id }
  const [steps, setSteps] = useState<Steps>(() => startSteps(contentOf(dashboard)))
  const [state, setState] = useState<SaveState>({ is: 'idle' })
  const version = useRef(dashboard.version)
  const saver = useRef<Saver<Content> | null>(null)

  const stored = (next: DashboardDetails) => {
    version.current = next.version
    client.setQueryData(dashboardQuery(params).queryKey, next)
    void client.invalidateQueries({ queryKey: dashboardsQuery(params.id).queryKey })
  }
  const send = async (content: Content): Promise<void> => {
    const layout: DashboardDetails['layout'] = { cols: grid.columns, items: [...content.items] }
    const widgets = [...content.widgets]
    try {
      const body = { version: version.current, layout, widgets }
      const { data } = await call(updateDashboard, { params, body })
      stored({ ...dashboard, layout, widgets, widgets_count: widgets.length, version: data.version })
    } catch (error) {
      if (!isConflict(error)) throw error
      const { data: theirs } = await call(getDashboard, { params })
      version.current = theirs.version
      if ((await askConflict(theirs)) === 'mine') return send(content)
      saver.current?.drop()
      setSteps(startSteps(contentOf(theirs)))
      stored(theirs)
    }
  }
  const now = useRef(send)
  now.current = send
  saver.current ??= createSaver({ delay: restful, send: (content) => now.current(content), onState: setState })
  useEffect(() => () => void saver.current?.flush(), [])

  const apply = (next: Steps) => {
    setSteps(next)
    saver.current?.save(next.present)
  }
  const edit = (content: Content) => {
    if (!sameContent(content, steps.present)) apply(take(steps, content))
  }
  const { present } = steps
  return {
    content: present,
    state,
    canUndo: steps.past.length > 0,
    canRedo: steps.future.length > 0,
    full: present.widgets.length >= dashboardLimits.widgets,
    arrange: (items) => edit({ ...present, items }),
    add: (widget) =>
      edit({
        items: add(present.items, { i: widget.id, ...kindOf(widget.type).size }),
        widgets: [...present.widgets, widget],
      }),
    change: (widget) =>
      edit({ ...present, widgets: present.widgets.map((one) => (one.id === widget.id ? widget : one)) }),
    duplicate(id) {
      const widget = present.widgets.find((one) => one.id === id)
      const item = present.items.find(({ i }) => i === id)
      if (!widget || !item || present.widgets.length >= dashboardLimits.widgets) return
      const copy = { ...widget, id: freeId(present.widgets) }
      edit({ items: add(present.items, { ...item, i: copy.id }), widgets: [...present.widgets, copy] })
    },
    remove: (id) =>
      edit({ items: remove(present.items, id), widgets: present.widgets.filter((widget) => widget.id !== id) }),
    undo() {
      if (steps.past.length > 0) apply(undo(steps))
    },
    redo() {
      if (steps.future.length > 0) apply(redo(steps))
    },
    finish: async () => (await saver.current?.flush()) ?? true,
  }
}
