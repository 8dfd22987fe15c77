import { Select as MantineSelect } from '@mantine/core'
import fieldClasses from './field.module.css'
import { Field } from './field.tsx'
import { IconSelector } from './icons.ts'
import classes from './select.module.css'

interface Props {
  label: string
  value: string | null
  onChange: (value: string) => void
  options: readonly { value: string; label: string }[]
  error?: string | undefined
  hint?: string | undefined
  required?: boolean
  searchable?: boolean
  placeholder?: string
  disabled?: boolean
  emptyText?: string
}

/** A choice of one; with `searchable` it filters as one types. */
export function Select({
  label,
  value,
  onChange,
  options,
  error,
  hint,
  required = false,
  searchable = false,
  placeholder,
  disabled = false,
  emptyText,
}: Props) {
  return (
    <Field label={label} error={error} hint={hint} required={required}>
      {(wiring) => (
        <MantineSelect
          {...wiring}
          data={[...options]}
          value={value}
          onChange={(next) => {
            if (next !== null) onChange(next)
          }}
          searchable={searchable}
          allowDeselect={false}
          placeholder={placeholder}
          disabled={disabled}
          nothingFoundMessage={emptyText}
          maxDropdownHeight={280}
          comboboxProps={{ transitionProps: { duration: 0 }, withinPortal: true, zIndex: 700 }}
          rightSection={<IconSelector size={16} stroke={1.6} />}
          rightSectionPointerEvents="none"
          classNames={{
            input: fieldClasses.input as string,
            dropdown: classes.dropdown,
            option: classes.option,
            section: classes.section,
            empty: classes.empty,
          }}
        />
      )}
    </Field>
  )
}
