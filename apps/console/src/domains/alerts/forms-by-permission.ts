import { hasArea } from '@longreach/contract/alerts/events'
import { editAlertForm, newAlertForm } from '@longreach/contract/alerts/forms'
import type { Field } from '@longreach/contract/forms/fields'

/** The area of a rule, and events that depend on it, require the permission to see positions of devices. */
function withoutArea(fields: readonly Field[]): Field[] {
  return fields
    .filter(({ group }) => group !== 'position')
    .map((field) =>
      field.type === 'select' && field.key === 'alert_subtype_id'
        ? { ...field, options: field.options.filter(({ value }) => !hasArea(value)) }
        : field,
    )
}

/** The form of a new rule, for devices that are already selected or are selected in the form. */
export function newAlertFormOf({ selected, located }: { selected: boolean; located: boolean }): typeof newAlertForm {
  const fields = located ? newAlertForm.fields : withoutArea(newAlertForm.fields)
  return { ...newAlertForm, fields: fields.filter(({ key }) => key !== 'device_id' || !selected) as never }
}

export const editAlertFormOf = (located: boolean): typeof editAlertForm =>
  located ? editAlertForm : { ...editAlertForm, fields: withoutArea(editAlertForm.fields) as never }
