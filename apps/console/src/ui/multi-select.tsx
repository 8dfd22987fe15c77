import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import {
  type ComboboxItem,
  InputWrapperContext,
  MultiSelect as MantineMultiSelect,
  type OptionsFilter,
} from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type ReactNode, use, useState } from 'react'
import { Field } from './field.tsx'
import { MantineRoot } from './mantine-root.tsx'
import classes from './multi-select.module.css'
import selectClasses from './select.module.css'
import { byMatch, useMatchOnEnter } from './use-match-on-enter.ts'
import { typingRest } from './use-settled.ts'

interface Props {
  label: string
  values: readonly string[]
  onChange: (values: string[]) => void
  options: readonly { value: string; label: string }[]
  /** Called with the typed text, half a second after the last key; the options are then expected to match already. */
  onSearch: (text: string) => void
  placeholder?: string | undefined
  required?: boolean
  error?: string | undefined
  hint?: string | undefined
  emptyText: string
}

// The options match already.
const sorted: OptionsFilter = ({ options, search }) => byMatch(options as ComboboxItem[], search)

/** Mantine's multi-value field takes its description only from its own wrapper. */
function Described({ by, children }: { by: string | undefined; children: ReactNode }) {
  return <InputWrapperContext value={{ ...use(InputWrapperContext), describedBy: by }}>{children}</InputWrapperContext>
}

/** A searchable selection of several options. */
export function MultiSelect({
  label,
  values,
  onChange,
  options,
  onSearch,
  placeholder,
  required = false,
  error,
  hint,
  emptyText,
}: Props) {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const notify = useDebouncedCallback((typed: string) => onSearch(typed.trim()), typingRest)
  const search = (typed: string) => {
    setText(typed)
    notify(typed)
  }
  const matchOnEnter = useMatchOnEnter({
    options: options.filter(({ value }) => !values.includes(value)),
    open,
    onMatch(match) {
      setOpen(false)
      search('')
      onChange([...values, match])
    },
    searchNow: () => notify.flush(),
  })
  return (
    <Field label={label} required={required} error={error} hint={hint}>
      {(wiring) => (
        <MantineRoot>
          <MantineMultiSelect
            {...wiring}
            // Mantine overwrites `aria-invalid` by its own `error`.
            error={wiring['aria-invalid']}
            inputContainer={(input) => <Described by={wiring['aria-describedby']}>{input}</Described>}
            data={[...options]}
            value={[...values]}
            onChange={(next) => {
              // If left open, it would cover the next field.
              setOpen(false)
              onChange(next)
            }}
            dropdownOpened={open}
            onDropdownOpen={() => setOpen(true)}
            onDropdownClose={() => setOpen(false)}
            openOnFocus={false}
            searchable
            hidePickedOptions
            searchValue={text}
            onSearchChange={search}
            {...matchOnEnter}
            filter={sorted}
            placeholder={values.length === 0 ? placeholder : undefined}
            nothingFoundMessage={emptyText}
            maxDropdownHeight={280}
            comboboxProps={{ transitionProps: { duration: 0 }, withinPortal: true, zIndex: 700 }}
            rightSection={<span />}
            rightSectionWidth={0}
            classNames={{
              input: classes.input as string,
              inputField: classes.field as string,
              pill: classes.pill as string,
              dropdown: selectClasses.dropdown as string,
              option: selectClasses.option as string,
              empty: selectClasses.empty as string,
            }}
          />
        </MantineRoot>
      )}
    </Field>
  )
}
