import type { DashboardDetails } from '@longreach/contract/dashboards/schemas'
import type { Widget } from '@longreach/contract/dashboards/widgets'
import { IconArrowBackUp, IconArrowForwardUp, IconCheck, IconPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { formatDate } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useBoardData } from './board-data.ts'
import classes from './board-tools.module.css'
import { CopyButton, DashboardSwitcher, PhoneButton, ToolRow } from './board-tools.tsx'
import { EditedBoard, KeyBar } from './edited-board.tsx'
import { openPalette, openSettings } from './open-windows.tsx'
import type { SaveState } from './saver.ts'
import { freeId, useEditor } from './use-editor.ts'
import { kindOf, newWidget } from './widgets/kinds.ts'

/** A dashboard with its editor tools; saved automatically. */
export function EditedDashboard({ dashboard, onDone }: { dashboard: DashboardDetails; onDone: () => void }) {
  const { t } = useTranslation('dashboards')
  const editor = useEditor(dashboard)
  const frame = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState(false)
  const params = { id: dashboard.device_id, dashboard_id: dashboard.id }
  const data = useBoardData(params, dashboard.version, editor.content.widgets)

  // Windows opened by an earlier render change the current state.
  const latest = useRef(editor)
  latest.current = editor
  const focus = (id: string) =>
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(`[data-widget="${id}"]`)?.focus())

  const settings = (widget: Widget) =>
    openSettings({ device: params.id, widget, onSaved: (next) => latest.current.change(next) })
  const add = () =>
    openPalette((type) => {
      const widget = newWidget(type, freeId(latest.current.content.widgets))
      const put = (next: Widget) => {
        latest.current.add(next)
        focus(next.id)
      }
      if (kindOf(type).ready) put(widget)
      else openSettings({ device: params.id, widget, onSaved: put })
    })
  const done = async () => {
    if (await editor.finish()) onDone()
  }

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return
      event.preventDefault()
      if (event.shiftKey) latest.current.redo()
      else latest.current.undo()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only follows where the focus is
    <div
      ref={frame}
      style={{ display: 'contents' }}
      onFocus={({ target }) => setFocused(target.hasAttribute('data-widget'))}
      onBlur={() => setFocused(false)}
    >
      <ToolRow
        left={
          <>
            <DashboardSwitcher dashboard={dashboard} />
            <Saved state={editor.state} onRetry={() => void editor.finish()} />
          </>
        }
      >
        <IconButton label={t('undo')} aria-disabled={!editor.canUndo || undefined} onClick={editor.undo}>
          <IconArrowBackUp size={18} stroke={1.6} />
        </IconButton>
        <IconButton label={t('redo')} aria-disabled={!editor.canRedo || undefined} onClick={editor.redo}>
          <IconArrowForwardUp size={18} stroke={1.6} />
        </IconButton>
        <PhoneButton dashboard={dashboard} />
        <CopyButton dashboard={dashboard} />
        <Button
          icon={<IconPlus size={17} stroke={1.6} />}
          aria-disabled={editor.full || undefined}
          title={editor.full ? t('full', { count: editor.content.widgets.length }) : undefined}
          onClick={() => (editor.full ? undefined : add())}
        >
          {t('add')}
        </Button>
        <Button look="primary" icon={<IconCheck size={17} stroke={1.8} />} onClick={() => void done()}>
          {t('done')}
        </Button>
      </ToolRow>
      <EditedBoard editor={editor} data={data} onSettings={settings} onDone={() => void done()} />
      {focused ? <KeyBar /> : null}
    </div>
  )
}

function Saved({ state, onRetry }: { state: SaveState; onRetry: () => void }) {
  const { t } = useTranslation(['dashboards', 'ui'])
  const words =
    state.is === 'saving'
      ? t('state.saving')
      : state.is === 'saved'
        ? t('state.saved', { time: formatDate(new Date(state.at)).slice(11, 16) })
        : state.is === 'failed'
          ? t('state.failed', { message: messageOf(state.error) })
          : t('state.editing')
  return (
    <span className={classes.state} data-failed={state.is === 'failed' || undefined} role="status">
      {words}
      {state.is === 'failed' ? (
        <Button size="small" look="quiet" onClick={onRetry}>
          {t('ui:retry')}
        </Button>
      ) : null}
    </span>
  )
}
