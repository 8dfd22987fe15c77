import type { NoteField } from '@longreach/contract/forms/fields'
import { textOf } from '../../i18n/i18n.ts'
import fieldClasses from '../../ui/field.module.css'
import { RichText, SafeHtml } from '../../ui/rich-text.tsx'
import { useWindow } from '../../windows/use-window.ts'
import classes from './controls.module.css'

/** Text between the fields. */
export function Note({ field }: { field: NoteField }) {
  // One level below the title of the page or window.
  const Heading = useWindow().page ? 'h2' : 'h3'
  const text = textOf(field.label)
  if (field.type === 'heading') return <Heading className={classes.heading}>{text}</Heading>
  if (field.type === 'note')
    return (
      <p className={classes.note}>
        <RichText text={text} />
      </p>
    )
  if (field.type === 'hint') return <p className={`${fieldClasses.hint} ${classes.hint}`}>{text}</p>
  return (
    <div className={classes.alert} data-kind={field.type} role="note">
      <SafeHtml html={text} />
    </div>
  )
}
