import { hasArea } from '@longreach/contract/alerts/events'
import { editAlertForm, newAlertForm } from '@longreach/contract/alerts/forms'
import type { Field } from '@longreach/contract/forms/fields'

/** The place of a rule, and events that depend on it, are for users who may see where devices are. */
function withoutArea(fields: readonly Field[]): Field[] {
  return fields
    .filter(({ group }) => group !== 'position')
    .map((field) =>
      field.type === 'select' && field.key === 'alert_subtype_id'
        ? { ...field, options: field.options.filter(({ value }) => !hasArea(value)) }
        : field,
    )
}

/** The form of a new rule, for devices that are selected already or in the form itself. */
export function newAlertFormOf({ selected, located }: { selected: boolean; located: boolean }): typeof newAlertForm {
  const fields = located ? newAlertForm.fields : withoutArea(newAlertForm.fields)
  return { ...newAlertForm, fields: fields.filter(({ key }) => key !== 'device_id' || !selected) as never }
}

export const editAlertFormOf = (located: boolean): typeof editAlertForm =>
  located ? editAlertForm : { ...editAlertForm, fields: withoutArea(editAlertForm.fields) as never }
