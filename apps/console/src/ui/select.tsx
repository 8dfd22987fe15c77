import { type ComboboxItem, Select as MantineSelect, type OptionsFilter } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import fieldClasses from './field.module.css'
import { Field } from './field.tsx'
import { IconSelector } from './icons.ts'
import { MantineRoot } from './mantine-root.tsx'
import classes from './select.module.css'
import { byMatch, useMatchOnEnter } from './use-match-on-enter.ts'
import { typingRest } from './use-settled.ts'

interface Props {
  label: string
  value: string | null
  onChange: (value: string) => void
  options: readonly { value: string; label: string }[]
  error?: string | undefined
  hint?: string | undefined
  required?: boolean
  searchable?: boolean
  /** Called with the typed text, half a second after the last key; the options are then expected to match already. */
  onSearch?: (text: string) => void
  placeholder?: string
  disabled?: boolean
  emptyText?: string
}

// The options match already.
const sorted: OptionsFilter = ({ options, search }) => byMatch(options as ComboboxItem[], search)

/**
 * Text of a field that is typed and that Mantine replaces by the name of the selected option: what was typed stays when
 * the name arrives late, and a name that arrives in the focused field is selected, so that typing replaces it.
 */
function useFieldText(onChange?: (text: string) => void) {
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const typed = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what is selected
  useEffect(() => {
    if (!typed.current && input.current === document.activeElement) input.current?.select()
  }, [text])
  return {
    ref: input,
    searchValue: text,
    onSearchChange(next: string) {
      // The field has what is typed before Mantine does.
      if (input.current?.value === next) typed.current = next !== text
      else if (typed.current) return
      setText(next)
      onChange?.(next)
    },
    /** The next text is a name again. */
    settle() {
      typed.current = false
    },
  }
}

/** A selection of one option; `searchable` filters while typing. */
export function Select({
  label,
  value,
  onChange,
  options,
  error,
  hint,
  required = false,
  searchable = false,
  onSearch,
  placeholder,
  disabled = false,
  emptyText,
}: Props) {
  const [open, setOpen] = useState(false)
  const notify = useDebouncedCallback((text: string) => {
    // Selecting an option writes its label into the field, which is not a search.
    if (!options.some((option) => option.label === text)) onSearch?.(text.trim())
  }, typingRest)
  const { settle, ...fieldText } = useFieldText(onSearch ? notify : undefined)
  const matchOnEnter = useMatchOnEnter({
    options,
    open,
    onMatch(match) {
      settle()
      setOpen(false)
      onChange(match)
    },
    ...(onSearch ? { searchNow: () => notify.flush() } : {}),
  })
  return (
    <Field label={label} error={error} hint={hint} required={required}>
      {(wiring) => (
        <MantineRoot>
          <MantineSelect
            {...wiring}
            {...(searchable ? { ...matchOnEnter, ...fieldText, onBlurCapture: settle } : {})}
            // Mantine overwrites `aria-invalid` by its own `error`.
            error={wiring['aria-invalid']}
            dropdownOpened={open}
            onDropdownOpen={() => setOpen(true)}
            onDropdownClose={() => setOpen(false)}
            openOnFocus={false}
            data={[...options]}
            value={value}
            onChange={(next) => {
              settle()
              if (next !== null) onChange(next)
            }}
            searchable={searchable}
            {...(onSearch ? { filter: sorted } : {})}
            allowDeselect={false}
            placeholder={placeholder}
            disabled={disabled}
            nothingFoundMessage={emptyText}
            maxDropdownHeight={280}
            comboboxProps={{ transitionProps: { duration: 0 }, withinPortal: true, zIndex: 700 }}
            rightSection={<IconSelector size={16} stroke={1.6} />}
            rightSectionPointerEvents="none"
            classNames={{
              input: `${fieldClasses.input} ${classes.input}`,
              dropdown: classes.dropdown,
              option: classes.option,
              section: classes.section,
              empty: classes.empty,
            }}
          />
        </MantineRoot>
      )}
    </Field>
  )
}
