import type { FileField } from '@longreach/contract/forms/fields'
import { fileProblem, sizeText, tooLarge } from '@longreach/contract/forms/files'
import { IconUpload, IconX } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { type ControlProps, facts } from './control.ts'
import classes from './controls.module.css'

/** Files, selected or dropped; those that break the rules are refused with a message. */
export function FileInput({ field, value, onChange, error }: ControlProps<FileField>) {
  const { t } = useTranslation('forms')
  const files = [value].flat().filter((one) => one instanceof File)
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { hint, disabled, ...rest } = facts(field)

  const add = (selected: readonly File[]) => {
    if (selected.length === 0) return
    const problems = selected.map((file) => fileProblem(field, file)).filter((one) => one !== null)
    setProblem(problems[0])
    const good = selected.filter((file) => fileProblem(field, file) === null)
    if (good.length > 0) onChange(field.many ? [...files, ...good] : good.slice(0, 1))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    add([...event.dataTransfer.files])
  }
  const many = field.many === true
  return (
    <Field {...rest} hint={hint ?? (field.warnings ? tooLarge(field) : undefined)} error={problem ?? error}>
      {(wiring) => (
        <>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the button does the same as dropping */}
          <div
            className={classes.drop}
            data-over={over || undefined}
            onDragOver={(event) => {
              event.preventDefault()
              setOver(true)
            }}
            onDragLeave={() => setOver(false)}
            onDrop={drop}
          >
            <input
              ref={input}
              id={`${wiring.id}-file`}
              type="file"
              hidden
              multiple={many}
              accept={field.accept}
              aria-hidden="true"
              tabIndex={-1}
              onChange={({ target }) => {
                add([...(target.files ?? [])])
                target.value = ''
              }}
            />
            <Button
              id={wiring.id}
              aria-describedby={wiring['aria-describedby']}
              aria-invalid={wiring['aria-invalid']}
              size="small"
              disabled={disabled}
              icon={<IconUpload size={15} stroke={1.8} />}
              onClick={() => input.current?.click()}
            >
              {t(many ? 'file.chooseMany' : 'file.choose')}
            </Button>
            <span>{t(many ? 'file.dropMany' : 'file.drop')}</span>
          </div>
          {files.length > 0 ? (
            <ul className={classes.files}>
              {files.map((file, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be selected twice
                <li key={`${at} ${file.name}`}>
                  <span>{file.name}</span>
                  <small>{sizeText(file.size)}</small>
                  <button
                    type="button"
                    className={classes.remove}
                    aria-label={t('file.remove', { name: file.name })}
                    onClick={() => onChange(files.filter((_, index) => index !== at))}
                  >
                    <IconX size={14} stroke={1.8} />
                  </button>
                </li>
              ))}
            </ul>
          ) : null}
        </>
      )}
    </Field>
  )
}
