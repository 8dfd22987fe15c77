import type { Ref } from '../ids.ts'
import type { PermissionName } from '../permissions.ts'

/** Condition for a field, on the values of others. */
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

interface Common {
  /** Its name in the body of the call. */
  key: string
  /** A key of the console's texts, as hint, subtext and placeholder are. */
  label: string
  /** Below the control. */
  hint?: string
  /** Beside the label. */
  subtext?: string
  required?: true
  /** What is said when it is required and empty. */
  missing?: string
  disabled?: true
  /** Fields that are emptied when this one changes. */
  resets?: readonly string[]
  /** Hidden, and its value cleared, unless it holds. */
  depends?: Condition
  /** Hidden for who lacks all of these. */
  permission?: PermissionName | readonly PermissionName[]
}

export const textTypes = ['text', 'textarea', 'password', 'email', 'url', 'ip', 'domain'] as const
export type TextType = (typeof textTypes)[number]

export interface TextField extends Common {
  type: TextType
  placeholder?: string
  /** Before or behind the control: a unit, a part that is always the same. */
  addon?: string
  minlength?: number
  maxlength?: number
  /** A regular expression for the whole value. */
  pattern?: string
  /** What is said when the value does not fit the expression, or the kind of text. */
  patternText?: string
  /** `#` digit or space, `*` letter or digit, `S` letter, `F` hexadecimal, `A` capital, `a` small letter, `!` the next as it is. */
  mask?: string
  /** A password that can be made up. */
  generate?: true
  autocomplete?: string
  rows?: number
  /** An empty value is sent, and clears the stored one; by default it is omitted. */
  clears?: true
}

export interface NumberField extends Common {
  type: 'number'
  placeholder?: string
  addon?: string
  min?: number
  max?: number
  /** 1 unless given: whole numbers. */
  step?: number
}

export interface CheckboxField extends Common {
  type: 'checkbox'
  /** What is sent instead of true and false. */
  trueValue?: string | number
  falseValue?: string | number
}

export interface ChoiceField extends Common {
  type: 'select' | 'radio'
  options: readonly Option[]
  placeholder?: string
}

export interface ChoicesField extends Common {
  type: 'multiselect'
  options: readonly Option[]
  maxItems?: number
}

/** Chosen among rows of the server by id; `component` draws it. */
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
  /** None twice, compared exactly. */
  uniqueItems?: true
  /** None twice, whatever its case and the space around it. */
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
  /** Keys that add what was typed; Enter and comma unless given. */
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
  /** The maximum size is shown beside the control before a file is selected. */
  warnings?: true
}

export interface FileField extends Common, FileRules {
  type: 'file'
  many?: true
}

export interface ColorField extends Common {
  type: 'color'
}

/** Sent as UTC, typed in the zone of the user. */
export interface TimeField extends Common {
  type: 'datetime'
  clears?: true
}

/** An id, or several, that the one who opens the form knows. */
export interface HiddenField
  extends Pick<Common, 'key' | 'required' | 'missing' | 'resets' | 'depends' | 'permission'> {
  type: 'hidden'
  ref?: Ref
  zero?: true
  many?: true
  maxItems?: number
}

/** Not an input: a heading, or an introduction (`BaseAlert`). */
export interface NoteField extends Pick<Common, 'key' | 'depends' | 'permission'> {
  type: 'heading' | 'note' | 'info' | 'warning'
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

export interface Form {
  /** As the specification calls it; the path of its page: `/forms/<name>`. */
  name: string
  /** Keys of the console's texts. */
  title: string
  submit: string
  fields: readonly Field[]
}

export function form<const F extends Form>(declared: F): F {
  return declared
}

const notes: readonly string[] = ['heading', 'note', 'info', 'warning']

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

/** Fields that stand in the body as JSON. */
type InBody<F extends Form> = Exclude<F['fields'][number], NoteField | FileField>
type Sure<F> = F extends { depends: unknown } | { permission: unknown }
  ? never
  : F extends { required: true }
    ? F
    : never
type SureKey<F extends Form> = Extract<Sure<InBody<F>>, { key: string }>['key']

/** What a form sends; times are text on the way and dates when they have been read. */
export type FormBody<F extends Form, Time = Date> = Whole<
  { [X in InBody<F> as X['key'] extends SureKey<F> ? X['key'] : never]: ValueOf<X, Time> } & {
    [X in InBody<F> as X['key'] extends SureKey<F> ? never : X['key']]?:
      | ValueOf<X, Time>
      | (X extends { clears: true; type: 'datetime' } ? null : never)
      | undefined
  }
>
