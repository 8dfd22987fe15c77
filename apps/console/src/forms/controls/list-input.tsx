import type { ListField } from '@longreach/contract/forms/fields'
import { csvProblem } from '@longreach/contract/forms/files'
import { addItems, type Item, type Refusal, readCsvLines } from '@longreach/contract/forms/list'
import { IconX } from '@tabler/icons-react'
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textOf } from '../../i18n/i18n.ts'
import { afterPress } from '../../ui/after-press.ts'
import fieldClasses from '../../ui/field.module.css'
import { Field } from '../../ui/field.tsx'
import { formatCount } from '../../ui/format.ts'
import { type ControlProps, facts } from './control.ts'
import classes from './controls.module.css'

/** Keys that add an item (spec §9). */
const usualKeys = ['Enter', ','] as const
const inputTypes = { text: 'text', email: 'email', number: 'number' } as const

/** Validates an item like a browser's input of that type. */
function isValid(type: ListField['type'], item: string): boolean {
  const probe = document.createElement('input')
  probe.type = inputTypes[type]
  probe.step = 'any'
  probe.value = item
  return probe.validity.valid && probe.value !== ''
}

/** Several values, added one by one, by pasting or from a file. */
export function ListInput({ field, value, onChange, error }: ControlProps<ListField>) {
  const { t } = useTranslation('forms')
  const items = (value as Item[] | undefined) ?? []
  const keys = field.addKeys ?? usualKeys
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState<readonly Refusal[]>([])
  const [csvError, setCsvError] = useState<string>()
  const file = useRef<HTMLInputElement>(null)
  const { label, disabled, ...rest } = facts(field)
  // Items cannot contain these separators.
  const parts = (text: string) => text.split(keys.includes(',') ? /[,;\n]/ : /\n/).map((part) => part.trim())

  const add = (texts: readonly string[]) => {
    const valid = texts.filter((text) => text === '' || isValid(field.type, text))
    const added = addItems(field, items, valid)
    const invalid = texts.filter((text) => !valid.includes(text))
    const all = [...addItems(field, [], invalid).refused, ...added.refused]
    setRefused(all)
    setCsvError(undefined)
    if (added.list.length > items.length) onChange(added.list)
    return all.map(({ item }) => item)
  }
  /** Refused items stay in the input for correction. */
  const addTyped = (text = typed) => setTyped(add(parts(text)).join(', '))
  // The list may have changed by the end of the press.
  const addLater = useRef(addTyped)
  addLater.current = addTyped

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Backspace' && typed === '' && items.length > 0) return onChange(items.slice(0, -1))
    // In an empty input, Enter submits the form.
    if (!keys.includes(event.key) || typed.trim() === '') return
    event.preventDefault()
    addTyped()
  }
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text').trim()
    if (parts(text).length < 2) return
    event.preventDefault()
    addTyped(text)
  }
  const importCsv = async (selected: File | undefined) => {
    if (!selected) return
    const problem = csvProblem(selected)
    if (problem !== null) return setCsvError(problem)
    add(readCsvLines(await selected.text()))
  }
  const [first] = refused
  const message =
    csvError ??
    (first &&
      [
        t('list.refused', first),
        ...(refused.length > 1
          ? [t('list.refusedMore', { count: refused.length - 1, formatted: formatCount(refused.length - 1) })]
          : []),
      ].join(' · ')) ??
    error
  return (
    <Field label={label} {...rest} error={message}>
      {(wiring) => (
        <>
          <input
            {...wiring}
            name={field.key}
            type="text"
            inputMode={field.type === 'email' ? 'email' : field.type === 'number' ? 'decimal' : undefined}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            disabled={disabled}
            placeholder={field.placeholder === undefined ? undefined : textOf(field.placeholder)}
            className={fieldClasses.input}
            data-pending={(typed.trim() !== '' && refused.length > 0) || undefined}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              setRefused([])
            }}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            onBlur={() => {
              // Added items make the list longer, which would move the pressed button.
              if (typed.trim() !== '') afterPress(() => addLater.current())
            }}
          />
          {items.length > 0 ? (
            <ul className={classes.chips} aria-label={t('list.items')}>
              {items.map((item, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: an item may be in it twice
                <li key={`${at} ${item}`} className={classes.chip}>
                  <span title={String(item)}>{item}</span>
                  <button
                    type="button"
                    aria-label={t('list.remove', { item })}
                    onClick={() => onChange(items.filter((_, index) => index !== at))}
                  >
                    <IconX size={14} stroke={1.8} />
                  </button>
                </li>
              ))}
            </ul>
          ) : null}
          {field.showCsvUpload ? (
            <div className={classes.below}>
              <input
                ref={file}
                type="file"
                accept=".csv,text/csv"
                hidden
                aria-label={t('list.csv')}
                onChange={({ target }) => {
                  void importCsv(target.files?.[0])
                  target.value = ''
                }}
              />
              <button type="button" onClick={() => file.current?.click()}>
                {t('list.csv')}
              </button>
              <a href="/example.csv" download>
                {t('list.example')}
              </a>
            </div>
          ) : null}
        </>
      )}
    </Field>
  )
}
