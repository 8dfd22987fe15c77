import type { Ref } from '../ids.ts'
import type { PermissionName } from '../permissions.ts'

/** When a field is shown, depending on the values of others. */
export type Condition =
  | { key: string; is: unknown }
  | { key: string; not: unknown }
  | { key: string; filled: boolean }
  | { all: readonly Condition[] }
  | { any: readonly Condition[] }

/** A value and its label, a key of the console's texts (`companies:form.name`). */
export interface Option {
  value: string | number | boolean
  label: string
}

/** Any one of several permissions, or all of them. */
type Permissions = PermissionName | readonly PermissionName[] | { all: readonly PermissionName[] }

interface Common {
  /** Its name in the body of the call. */
  key: string
  /** Key of the form's group it is drawn in. */
  group?: string
  /** In a group: takes less room than its neighbours. */
  width?: 'small'
  /** A key of the console's texts, as hint, subtext and placeholder are. */
  label: string
  /** Below the control. */
  hint?: string
  /** Beside the label. */
  subtext?: string
  required?: true
  /** The message when it is required and empty. */
  missing?: string
  /** Cannot be changed; the reason, a key of the console's texts, is shown below it. */
  disabled?: string
  /** Fields that are emptied when this one changes. */
  resets?: readonly string[]
  /** Hidden, and its value cleared, while the condition is not met. */
  depends?: Condition
  /** Hidden for users without it. */
  permission?: Permissions
}

/** `name` is a line without the characters forbidden in names, `host` an IPv4 or IPv6 address or a host name, `command` a line for a device's shell. */
export const textTypes = [
  'text',
  'name',
  'textarea',
  'password',
  'email',
  'url',
  'ip',
  'domain',
  'host',
  'mac',
  'imei',
  'command',
] as const
export type TextType = (typeof textTypes)[number]

export interface TextField extends Common {
  type: TextType
  placeholder?: string
  /** After the control: a unit, a part that is always the same. */
  addon?: string
  minlength?: number
  maxlength?: number
  /** In UTF-8. */
  maxbytes?: number
  /** Drawn with letters of one width. */
  mono?: true
  /** Phones show their number keys. */
  inputmode?: 'numeric'
  /** A regular expression for the whole value. */
  pattern?: string
  /** The message when the value does not match the expression, or the kind of text. */
  patternText?: string
  /** `#` digit or space, `*` letter or digit, `S` letter, `F` hexadecimal, `A` capital, `a` small letter, `!` the next as it is. */
  mask?: string
  /** The console offers to generate a password. */
  generate?: true
  autocomplete?: string
  rows?: number
  /** Empty it is sent as empty text, which removes the stored value; otherwise it is left out. */
  clears?: true
}

export interface NumberField extends Common {
  type: 'number'
  placeholder?: string
  addon?: string
  min?: number
  max?: number
  /** Allowed besides what lies between min and max, such as 0 for 'off'. */
  also?: number
  /** The message when it is not from min to max, nor `also`. */
  rangeText?: string
  /** 1 unless given: whole numbers. */
  step?: number | 'any'
  /** Numbers to select from in the console; the call takes any other in range as well. */
  choices?: readonly { value: number; label: string }[]
  /** Empty it is sent as null, which removes the stored value; otherwise it is left out. */
  clears?: true
}

export interface CheckboxField extends Common {
  type: 'checkbox'
  /** What is sent instead of true and false. */
  trueValue?: string | number
  falseValue?: string | number
}

export interface ChoiceField extends Common {
  type: 'select' | 'radio'
  /** Buttons side by side instead of a list. */
  component?: 'Segmented'
  options: readonly Option[]
  placeholder?: string
}

export interface ChoicesField extends Common {
  type: 'multiselect'
  options: readonly Option[]
  maxItems?: number
}

/** Rows of the server, selected by id; `component` draws it. */
export interface ItemField extends Common {
  type: 'item'
  component: 'ItemSelect' | 'DeviceSelect' | 'PermissionList'
  /** Absent: ids of something that belongs to no company. */
  ref?: Ref
  /** 0 is the platform. */
  zero?: true
  many?: true
  maxItems?: number
  placeholder?: string
}

/** Rules of a list's items, shared by the control, CSV import and the server. */
export interface ListRules {
  /** Of one item. */
  type?: 'text' | 'number' | 'email'
  maxItems?: number
  /** No duplicates, compared exactly. */
  uniqueItems?: true
  /** No duplicates, ignoring case and surrounding space. */
  noDupes?: true
  pattern?: string
  patternText?: string
  min?: number
  max?: number
  maxItemLength?: number
  minItemLength?: number
}

export interface ListField extends Common, ListRules {
  type: 'text' | 'number' | 'email'
  component: 'ListInput'
  placeholder?: string
  /** Keys that add the typed text; Enter and comma unless given. */
  addKeys?: readonly string[]
  showCsvUpload?: true
}

export type CellField = TextField | NumberField | CheckboxField | ChoiceField

/** Rows of fields. */
export interface TableField extends Common {
  type: 'table'
  component: 'TableInput'
  columns: readonly CellField[]
  minItems?: number
  maxItems?: number
}

export interface FileRules {
  /** As in HTML: endings (`.json`) and types (`text/csv`, `image/*`), separated by commas. */
  accept?: string
  /** Bytes; 80 MB unless given. */
  max?: number
  noSpaces?: true
  /** Shows the maximum size before a file is selected. */
  warnings?: true
}

export interface FileField extends Common, FileRules {
  type: 'file'
  many?: true
}

export interface ColorField extends Common {
  type: 'color'
}

/** Sent as UTC, typed in the user's time zone. */
export interface TimeField extends Common {
  type: 'datetime'
  clears?: true
}

/** An id, or several, given by what opens the form. */
export interface HiddenField
  extends Pick<Common, 'key' | 'group' | 'required' | 'missing' | 'resets' | 'depends' | 'permission'> {
  type: 'hidden'
  ref?: Ref
  zero?: true
  many?: true
  maxItems?: number
}

/** Nothing to fill in: a heading, a sentence (`hint` in smaller type), an alert (`BaseAlert`). */
export interface NoteField extends Pick<Common, 'key' | 'group' | 'depends' | 'permission'> {
  type: 'heading' | 'note' | 'hint' | 'info' | 'warning'
  component?: 'BaseAlert'
  label: string
}

export type ValueField =
  | TextField
  | NumberField
  | CheckboxField
  | ChoiceField
  | ChoicesField
  | ItemField
  | ListField
  | TableField
  | FileField
  | ColorField
  | TimeField
  | HiddenField
export type Field = ValueField | NoteField

/** Fields drawn together, side by side where there is room. Keys of the console's texts. */
export interface Group {
  label?: string
  hint?: string
}

export interface Form {
  /** As the specification calls it; the path of its page: `/forms/<name>`. */
  name: string
  /** Keys of the console's texts. */
  title: string
  submit: string
  groups?: Readonly<Record<string, Group>>
  fields: readonly Field[]
}

export function form<const F extends Form>(declared: F): F {
  return declared
}

const notes: readonly string[] = ['heading', 'note', 'hint', 'info', 'warning']

export const isNote = (field: Field): field is NoteField => notes.includes(field.type)
export const isList = (field: Field): field is ListField => 'component' in field && field.component === 'ListInput'
export const isText = (field: Field): field is TextField =>
  textTypes.includes(field.type as TextType) && !isNote(field) && !isList(field)
export const valueFields = (form: Pick<Form, 'fields'>): ValueField[] =>
  form.fields.filter((field): field is ValueField => !isNote(field))

type Whole<T> = { [K in keyof T]: T[K] } & {}

type IdOf<F> = F extends { many: true } ? number[] : number
type ValueOf<F, Time> = F extends { component: 'ListInput' }
  ? F extends { type: 'number' }
    ? number[]
    : string[]
  : F extends { type: 'table'; columns: readonly (infer C)[] }
    ? Record<Extract<C, CellField>['key'], unknown>[]
    : F extends { type: 'item' | 'hidden' }
      ? IdOf<F>
      : F extends { type: 'number' }
        ? number
        : F extends { type: 'checkbox'; trueValue: infer T; falseValue: infer N }
          ? T | N
          : F extends { type: 'checkbox' }
            ? boolean
            : F extends { type: 'select' | 'radio'; options: readonly { value: infer V }[] }
              ? V
              : F extends { type: 'multiselect'; options: readonly { value: infer V }[] }
                ? V[]
                : F extends { type: 'datetime' }
                  ? Time
                  : string

/** Fields that are part of the JSON body. */
type InBody<F extends Form> = Exclude<F['fields'][number], NoteField | FileField>
type Sure<F> = F extends { depends: unknown } | { permission: unknown }
  ? never
  : F extends { required: true }
    ? F
    : never
type SureKey<F extends Form> = Extract<Sure<InBody<F>>, { key: string }>['key']

/** The body a form sends; times are text on the way and dates once parsed. */
export type FormBody<F extends Form, Time = Date> = Whole<
  { [X in InBody<F> as X['key'] extends SureKey<F> ? X['key'] : never]: ValueOf<X, Time> } & {
    [X in InBody<F> as X['key'] extends SureKey<F> ? never : X['key']]?:
      | ValueOf<X, Time>
      | (X extends { clears: true; type: 'datetime' | 'number' } ? null : never)
      | undefined
  }
>
