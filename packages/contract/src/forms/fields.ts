import type { Ref } from '../names.ts'
import type { PermissionName } from '../permissions.ts'

/** Condition on the values of other fields under which a field is shown. */
export type Condition =
  | { key: string; is: unknown }
  | { key: string; not: unknown }
  | { key: string; filled: boolean }
  | { all: readonly Condition[] }
  | { any: readonly Condition[] }

/** A value with its label, a key of the console's texts (`companies:form.name`). */
export interface Option {
  value: string | number | boolean
  label: string
}

/** Any one of several permissions, or all of them. */
type Permissions = PermissionName | readonly PermissionName[] | { all: readonly PermissionName[] }

interface Common {
  /** Its name in the body of the call. */
  key: string
  /** Key of the group in which the form draws it. */
  group?: string
  /** In a group: takes less space than its neighbours. */
  width?: 'small'
  /** Key of the console's texts, like hint, subtext and placeholder. */
  label: string
  /** Shown below the control. */
  hint?: string
  /** Shown beside the label. */
  subtext?: string
  required?: true
  /** Message if it is required and empty. */
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

/**
 * `name` is a line without the characters forbidden in names, `host` an IPv4 or IPv6 address or a host name, `command`
 * a line for a device's shell.
 */
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
  /** Shown after the control: a unit, or a constant part. */
  addon?: string
  minlength?: number
  maxlength?: number
  /** Bytes in UTF-8. */
  maxbytes?: number
  /** Drawn in a monospaced font. */
  mono?: true
  /** Makes phones show their number keys. */
  inputmode?: 'numeric'
  /** A regular expression for the whole value. */
  pattern?: string
  /** Message if the value does not match the pattern or the kind of text. */
  patternText?: string
  /**
   * `#` digit or space, `*` letter or digit, `S` letter, `F` hexadecimal, `A` capital, `a` small letter, `!` takes the
   * next one literally.
   */
  mask?: string
  /** The console offers to generate a password. */
  generate?: true
  autocomplete?: string
  rows?: number
  /** An empty value is sent as empty text, which removes the stored one; otherwise it is omitted. */
  clears?: true
}

export interface NumberField extends Common {
  type: 'number'
  placeholder?: string
  addon?: string
  min?: number
  max?: number
  /** Allowed in addition to values between min and max, such as 0 for 'off'. */
  also?: number
  /** Message if it is neither from min to max nor `also`. */
  rangeText?: string
  /** Defaults to 1: whole numbers. */
  step?: number | 'any'
  /** Numbers that the console offers; the call accepts any other in range as well. */
  choices?: readonly { value: number; label: string }[]
  /** An empty value is sent as null, which removes the stored one; otherwise it is omitted. */
  clears?: true
}

export interface CheckboxField extends Common {
  type: 'checkbox'
  /** Sent instead of true and false. */
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
  /** Absent for ids of objects that belong to no company. */
  ref?: Ref
  /** 0 is the platform. */
  zero?: true
  many?: true
  maxItems?: number
  placeholder?: string
}

/** Rules for the items of a list, shared by the control, CSV import and the server. */
export interface ListRules {
  /** Type of an item. */
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
  /** Keys that add the typed text; Enter and comma by default. */
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
  /** Bytes; 80 MB by default. */
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

/** One or more ids that the opener of the form provides. */
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

/** Fields drawn together, side by side if there is space. Its texts are keys of the console's texts. */
export interface Group {
  label?: string
  hint?: string
}

export interface Form {
  /** Name in the specification; the path of its page is `/forms/<name>`. */
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

/** The body that a form sends; times are text when sent and dates once parsed. */
export type FormBody<F extends Form, Time = Date> = Whole<
  { [X in InBody<F> as X['key'] extends SureKey<F> ? X['key'] : never]: ValueOf<X, Time> } & {
    [X in InBody<F> as X['key'] extends SureKey<F> ? never : X['key']]?:
      | ValueOf<X, Time>
      | (X extends { clears: true; type: 'datetime' | 'number' } ? null : never)
      | undefined
  }
>
