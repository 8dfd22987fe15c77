import '../texts.ts'
import { IconBookmark, IconCheck, IconDeviceFloppy, IconHome, IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Search } from '../../api/search.ts'
import { MenuDivider, MenuItem, MenuLabel } from '../../ui/menu.tsx'
import { undoable } from '../../ui/toast-button.tsx'
import { openViewName } from './view-name-window.tsx'
import { type View, type Views, viewLimits, withoutView, withView } from './views.ts'

interface Props {
  views: Views
  onChange: (views: Views) => void
  /** The current view, or the one that was current before a change. */
  current: View | null
  changed: boolean
  now: { search: Search; columns: unknown }
  onTake: (view: View) => void
}

const icon = { size: 16, stroke: 1.6 }

export function ViewsMenu({ views, onChange, current, changed, now, onTake }: Props) {
  const { t } = useTranslation('ui')
  const names = views.views.map(({ name }) => name)
  const isFirst = current !== null && current.name === views.first
  return (
    <>
      {views.views.length === 0 ? <MenuLabel>{t('views.none')}</MenuLabel> : null}
      {views.views.map((view) => (
        <MenuItem
          key={view.name}
          leftSection={
            view === current && !changed ? (
              <IconCheck {...icon} />
            ) : view.name === views.first ? (
              <IconHome {...icon} />
            ) : (
              <IconBookmark {...icon} />
            )
          }
          onClick={() => onTake(view)}
        >
          {view.name}
        </MenuItem>
      ))}
      <MenuDivider />
      {current && changed ? (
        <MenuItem
          leftSection={<IconDeviceFloppy {...icon} />}
          onClick={() => onChange(withView(views, { name: current.name, ...now }))}
        >
          {t('views.update', { name: current.name })}
        </MenuItem>
      ) : null}
      {views.views.length < viewLimits.views ? (
        <MenuItem
          leftSection={<IconDeviceFloppy {...icon} />}
          onClick={() =>
            openViewName({
              title: t('views.saveTitle'),
              submit: t('save'),
              name: '',
              taken: names,
              onName: (name) => onChange(withView(views, { name, ...now })),
            })
          }
        >
          {t('views.save')}
        </MenuItem>
      ) : null}
      {current ? (
        <>
          <MenuItem
            leftSection={<IconPencil {...icon} />}
            onClick={() =>
              openViewName({
                title: t('views.renameTitle'),
                submit: t('views.renameSubmit'),
                name: current.name,
                taken: names.filter((name) => name !== current.name),
                onName: (name) => {
                  onChange(withView(views, { ...current, name }, current.name))
                  undoable(t('views.renamed', { name }), () => onChange(views))
                },
              })
            }
          >
            {t('views.rename', { name: current.name })}
          </MenuItem>
          <MenuItem
            leftSection={<IconHome {...icon} />}
            onClick={() => onChange({ ...views, first: isFirst ? null : current.name })}
          >
            {t(isFirst ? 'views.notFirst' : 'views.first')}
          </MenuItem>
          <MenuItem
            danger
            leftSection={<IconTrash {...icon} />}
            onClick={() => {
              onChange(withoutView(views, current.name))
              undoable(t('views.removed', { name: current.name }), () => onChange(views))
            }}
          >
            {t('views.remove', { name: current.name })}
          </MenuItem>
        </>
      ) : null}
    </>
  )
}
