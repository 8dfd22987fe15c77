import { type Field, isList, isNote, isText } from '@longreach/contract/forms/fields'
import { CheckboxControl, ChoicesControl, RadioControl, SegmentedControl, SelectControl } from './choice-controls.tsx'
import { ColorControl } from './color-control.tsx'
import type { ControlProps } from './control.ts'
import { FileInput } from './file-input.tsx'
import { ItemSelect } from './item-select.tsx'
import { ListInput } from './list-input.tsx'
import { Note } from './note.tsx'
import { NumberControl } from './number-control.tsx'
import { TableInput } from './table-input.tsx'
import { TextControl } from './text-control.tsx'
import { TimeControl } from './time-control.tsx'

export function Control({ field, ...rest }: ControlProps<Field>) {
  if (isNote(field)) return <Note field={field} />
  if (isList(field)) return <ListInput field={field} {...rest} />
  if (isText(field)) return <TextControl field={field} {...rest} />
  switch (field.type) {
    case 'number':
      return <NumberControl field={field} {...rest} />
    case 'checkbox':
      return <CheckboxControl field={field} {...rest} />
    case 'radio':
      if (field.component === 'Segmented') return <SegmentedControl field={field} {...rest} />
      return <RadioControl field={field} {...rest} />
    case 'select':
      return <SelectControl field={field} {...rest} />
    case 'multiselect':
      return <ChoicesControl field={field} {...rest} />
    case 'item':
      return <ItemSelect field={field} {...rest} />
    case 'table':
      return <TableInput field={field} {...rest} />
    case 'file':
      return <FileInput field={field} {...rest} />
    case 'color':
      return <ColorControl field={field} {...rest} />
    case 'datetime':
      return <TimeControl field={field} {...rest} />
    default:
      return null
  }
}
