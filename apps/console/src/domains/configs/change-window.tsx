import './texts.ts'
import type { ItemField } from '@longreach/contract/forms/fields'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../api/session.ts'
import { ItemSelect } from '../../forms/controls/item-select.tsx'
import type { SelectedRows } from '../../tables/selected-rows.ts'
import { Button } from '../../ui/button.tsx'
import fieldClasses from '../../ui/field.module.css'
import { Field } from '../../ui/field.tsx'
import { formatCount } from '../../ui/format.ts'
import { Select } from '../../ui/select.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { WindowForm } from '../../windows/window-form.tsx'
import classes from './change-window.module.css'
import { CallsEditor, type EditErrors, type Editing, readEditing } from './documents/calls-editor.tsx'
import { openApply, openSaveCalls } from './open-windows.tsx'
import { knownQuery, templateQuery, templatesQuery } from './queries.ts'
import { newRow, rowsOfCalls } from './setting-rows.ts'

const devicesField: ItemField = {
  key: 'device_id',
  type: 'item',
  component: 'ItemSelect',
  ref: 'device',
  many: true,
  label: 'configs:change.devices',
  required: true,
}

const fresh = (): Editing => ({ look: 'rows', rows: [newRow()], json: '' })

interface Props {
  /** If absent, devices are selected in the window. */
  selected?: SelectedRows | undefined
  template?: number | undefined
}

/** Changes the configuration of devices by settings or a template; a preview is shown before anything is sent. */
export function ChangeWindow({ selected, template }: Props) {
  const { t } = useTranslation('configs')
  const maySave = useCan('create_multi_configuration')
  const { data: templates } = useQuery(templatesQuery())
  const [ids, setIds] = useState<number[]>([])
  const [source, setSource] = useState<number | null>(template ?? null)
  const [editing, setEditing] = useState(fresh)
  const [csv, setCsv] = useState('')
  const [errors, setErrors] = useState<EditErrors>({})
  const rows: SelectedRows = selected ?? { ids, count: ids.length, names: [] }
  const { data: known } = useQuery(knownQuery(rows))
  const chosen = templates?.find(({ id }) => id === source)

  const read = () => {
    const found = readEditing(editing)
    setErrors(found.errors ?? {})
    return found.calls
  }
  const preview = () => {
    if (rows.count === 0) return setErrors({ devices: t('change.noDevices') })
    if (source !== null)
      return openApply({ selected: rows, csv, source: { template: source, name: chosen?.name ?? '' } })
    const calls = read()
    if (calls) openApply({ selected: rows, csv, source: { calls } })
  }
  const save = () => {
    const calls = read()
    if (calls) openSaveCalls(calls)
  }
  return (
    <WindowForm
      onSubmit={preview}
      submit={t('change.preview')}
      busy={false}
      errors={[]}
      cancel={
        maySave && source === null ? (
          <Button icon={<IconDeviceFloppy size={17} stroke={1.6} />} onClick={save}>
            {t('change.save')}
          </Button>
        ) : undefined
      }
    >
      {selected ? null : (
        <ItemSelect
          field={devicesField}
          value={ids}
          values={{}}
          error={errors.devices}
          onChange={(value) => setIds(value as number[])}
        />
      )}
      <Select
        label={t('change.source')}
        value={source === null ? 'new' : String(source)}
        searchable
        options={[
          { value: 'new', label: t('change.new') },
          ...(templates ?? []).map(({ id, name = '', version }) => ({
            value: String(id),
            label: version ? `${name} ${version}` : name,
          })),
        ]}
        onChange={(value) => setSource(value === 'new' ? null : Number(value))}
      />
      {source === null ? (
        <CallsEditor
          editing={editing}
          onChange={setEditing}
          errors={errors}
          known={rows.count > 0 ? (known ?? null) : null}
          devices={'ids' in rows ? rows.ids : []}
        />
      ) : (
        <TemplateSettings
          id={source}
          onEdit={(calls) => {
            setEditing({ look: 'rows', rows: rowsOfCalls(calls), json: '' })
            setSource(null)
          }}
        />
      )}
      {source === null && known && known.compared > 0 && known.compared < rows.count ? (
        <small className={classes.known}>
          {t('change.known', { compared: formatCount(known.compared), formatted: formatCount(rows.count) })}
        </small>
      ) : null}
      <Values csv={csv} onChange={setCsv} />
    </WindowForm>
  )
}

/** The settings of a template, with a way to change them for this time only. */
function TemplateSettings({ id, onEdit }: { id: number; onEdit: (calls: Parameters<typeof rowsOfCalls>[0]) => void }) {
  const { t } = useTranslation('configs')
  const { data } = useQuery(templateQuery(id))
  if (!data) return <Spinner size={20} />
  return (
    <div className={classes.template}>
      <ul className={classes.calls}>
        {rowsOfCalls(data.template).map((row) => (
          <li key={row.key} className="mono">
            {row.kind === 'call' ? row.option : t(`editor.kinds.${row.kind}`)} {row.place}
            {row.kind === 'call' || row.option === '' ? '' : `.${row.option}`}{' '}
            {row.kind === 'remove' || row.kind === 'delete' ? '' : row.value}
          </li>
        ))}
      </ul>
      <Button size="small" onClick={() => onEdit(data.template)}>
        {t('change.edit')}
      </Button>
    </div>
  )
}

/** Values of variables for each device. */
function Values({ csv, onChange }: { csv: string; onChange: (csv: string) => void }) {
  const { t } = useTranslation('configs')
  const [open, setOpen] = useState(csv !== '')
  if (!open)
    return (
      <div className={classes.values}>
        <span>{t('change.variables', { example: '{{serial}}' })}</span>
        <Button size="small" onClick={() => setOpen(true)}>
          {t('change.addValues')}
        </Button>
      </div>
    )
  return (
    <Field label={t('change.csv')} hint={t('change.csvHint')}>
      {(wiring) => (
        <>
          <input
            type="file"
            accept=".csv,text/csv"
            aria-label={t('change.csvFile')}
            onChange={async ({ target }) => onChange((await target.files?.[0]?.text()) ?? csv)}
          />
          <textarea
            {...wiring}
            className={`${fieldClasses.input} ${classes.csv} mono`}
            rows={5}
            spellCheck={false}
            placeholder={t('change.csvExample')}
            value={csv}
            onChange={({ target }) => onChange(target.value)}
          />
        </>
      )}
    </Field>
  )
}
