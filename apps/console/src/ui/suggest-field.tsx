import { Autocomplete } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Field } from './field.tsx'
import { MantineRoot } from './mantine-root.tsx'
import classes from './select.module.css'
import { typingRest } from './use-settled.ts'

interface Props<One> {
  label: string
  hint?: string
  error?: string | undefined
  /** Finds suggestions for a text, half a second after the last key. Reports its own errors, and then returns none. */
  find: (text: string) => Promise<readonly One[]>
  onChoose: (one: One) => void
  /** Called when the user changes the text. */
  onType: () => void
}

/** Text with suggestions from elsewhere. Enter takes the first one, unless another is marked. */
export function SuggestField<One extends { name: string }>({ label, hint, error, find, onChoose, onType }: Props<One>) {
  const [text, setText] = useState('')
  const [found, setFound] = useState<{ text: string; options: readonly One[] }>({ text: '', options: [] })
  /** The current text, and the text whose first suggestion is selected when it arrives. */
  const typed = useRef('')
  const awaited = useRef<string>(undefined)
  const chosen = useRef<string>(undefined)

  const choose = (one: One | undefined) => {
    if (!one) return
    typed.current = ''
    chosen.current = one.name
    setText(one.name)
    setFound({ text: '', options: [] })
    onChoose(one)
  }
  const search = useDebouncedCallback(async (requested: string) => {
    const options = await find(requested)
    if (typed.current !== requested) return
    setFound({ text: requested, options })
    if (awaited.current === requested) choose(options[0])
  }, typingRest)
  const type = (next: string) => {
    setText(next)
    // Mantine writes the name of the selected suggestion into the field.
    if (next === chosen.current) return
    chosen.current = undefined
    onType()
    awaited.current = undefined
    typed.current = next.trim()
    if (typed.current === '') setFound({ text: '', options: [] })
    else search(typed.current)
  }
  const takeFirst = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || typed.current === '') return
    const list = document.getElementById(event.currentTarget.getAttribute('aria-controls') ?? '')
    if (list?.querySelector('[data-combobox-selected]')) return
    // Prevents the surrounding form from being sent with the previous value.
    event.preventDefault()
    event.stopPropagation()
    if (found.text === typed.current) return choose(found.options[0])
    awaited.current = typed.current
    search.flush()
  }
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => (
        <MantineRoot>
          <Autocomplete
            {...wiring}
            // Mantine overwrites `aria-invalid` by its own `error`.
            error={wiring['aria-invalid']}
            value={text}
            onChange={type}
            onOptionSubmit={(name) => choose(found.options.find((one) => one.name === name))}
            onKeyDownCapture={takeFirst}
            data={[...new Set(found.options.map(({ name }) => name))]}
            filter={({ options }) => options}
            autoComplete="off"
            maxDropdownHeight={280}
            comboboxProps={{ transitionProps: { duration: 0 }, withinPortal: true, zIndex: 700 }}
            classNames={{
              input: classes.input as string,
              dropdown: classes.dropdown as string,
              option: classes.option as string,
            }}
          />
        </MantineRoot>
      )}
    </Field>
  )
}
