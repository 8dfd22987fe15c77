import type { TextField, TextType } from '@longreach/contract/forms/fields'
import { type ChangeEvent, type HTMLInputTypeAttribute, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textOf } from '../../i18n/i18n.ts'
import fieldClasses from '../../ui/field.module.css'
import { Field } from '../../ui/field.tsx'
import { IconEye, IconEyeOff } from '../../ui/icons.ts'
import { generatePassword } from '../generate-password.ts'
import { masked } from '../mask.ts'
import { pasteTrimmed } from '../paste.ts'
import { type ControlProps, facts } from './control.ts'
import classes from './controls.module.css'

const inputTypes: Partial<Record<TextType, HTMLInputTypeAttribute>> = { email: 'email', url: 'url' }
const placeholders: Partial<Record<TextType, string>> = { mac: '00:1E:42:00:00:00' }
const mono: readonly TextType[] = ['mac', 'imei', 'host', 'command']
type Element = HTMLInputElement & HTMLTextAreaElement

/** One line, several lines, or a password. */
export function TextControl({ field, value, onChange, error }: ControlProps<TextField>) {
  const { t } = useTranslation(['forms', 'ui'])
  const addonId = useId()
  const element = useRef<Element>(null)
  const caret = useRef<number | null>(null)
  const [shown, setShown] = useState(false)
  const secret = field.type === 'password'
  const text = typeof value === 'string' ? value : ''

  // A mask changes the text; the caret stays after the typed character.
  useLayoutEffect(() => {
    if (caret.current !== null) element.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  const change = ({ target }: ChangeEvent<Element>) => {
    const { mask } = field
    if (mask === undefined) return onChange(target.value)
    const at = target.selectionStart ?? target.value.length
    caret.current = masked(mask, target.value.slice(0, at)).length
    onChange(masked(mask, target.value))
  }
  const common = facts(field)
  const shared = {
    ref: element,
    name: field.key,
    value: text,
    disabled: common.disabled,
    placeholder: field.placeholder === undefined ? placeholders[field.type] : textOf(field.placeholder),
    inputMode: field.inputmode,
    maxLength: field.maxlength,
    spellCheck: field.type === 'textarea' ? undefined : false,
    autoComplete: field.autocomplete ?? (secret ? 'new-password' : undefined),
    autoCapitalize: field.type === 'text' || field.type === 'textarea' ? undefined : 'none',
    onChange: change,
    onPaste: (event: Parameters<typeof pasteTrimmed>[0]) => pasteTrimmed(event, field.maxlength),
    onBlur: () => {
      if (!secret && text !== text.trim()) onChange(text.trim())
    },
  }
  return (
    <Field {...common} error={error}>
      {(wiring) =>
        field.type === 'textarea' ? (
          <textarea
            {...shared}
            {...wiring}
            rows={field.rows ?? 3}
            className={`${fieldClasses.input} ${fieldClasses.area}`}
          />
        ) : (
          <div className={classes.line}>
            <div className={secret ? fieldClasses.withButton : classes.grow}>
              <input
                {...shared}
                {...wiring}
                aria-describedby={
                  [wiring['aria-describedby'], field.addon && addonId].filter(Boolean).join(' ') || undefined
                }
                type={secret ? (shown ? 'text' : 'password') : (inputTypes[field.type] ?? 'text')}
                className={
                  field.mono || mono.includes(field.type)
                    ? `${fieldClasses.input} ${fieldClasses.mono}`
                    : fieldClasses.input
                }
              />
              {secret ? (
                <button
                  type="button"
                  className={fieldClasses.reveal}
                  aria-label={t(shown ? 'ui:hidePassword' : 'ui:showPassword')}
                  aria-pressed={shown}
                  onClick={() => setShown(!shown)}
                >
                  {shown ? <IconEyeOff size={18} stroke={1.6} /> : <IconEye size={18} stroke={1.6} />}
                </button>
              ) : null}
            </div>
            {field.addon === undefined ? null : (
              <span id={addonId} className={classes.addon}>
                {textOf(field.addon)}
              </span>
            )}
            {secret && field.generate ? (
              <button
                type="button"
                className={classes.side}
                onClick={() => {
                  onChange(generatePassword())
                  setShown(true)
                }}
              >
                {t('generate')}
              </button>
            ) : null}
          </div>
        )
      }
    </Field>
  )
}
