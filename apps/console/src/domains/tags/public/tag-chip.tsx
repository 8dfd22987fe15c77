import type { TagMark } from '@longreach/contract/tags/mark'
import classes from './tag-chip.module.css'

/** A tag by name and colour. */
export function TagChip({ tag: { name, color } }: { tag: Pick<TagMark, 'name' | 'color'> }) {
  return (
    <span className={classes.chip} title={name}>
      <span className={classes.dot} style={{ background: color }} />
      <span className={classes.text}>{name}</span>
    </span>
  )
}

/** The first tag in a cell and the number of the others; all by name in the tooltip. */
export function TagCell({ tags }: { tags: readonly TagMark[] }) {
  if (tags.length === 0) return <span className={classes.none}>—</span>
  return (
    <span className={classes.row} title={tags.map(({ name }) => name).join(', ')}>
      {tags.slice(0, 1).map((tag) => (
        <TagChip key={tag.id} tag={tag} />
      ))}
      {tags.length > 1 ? <small className={classes.none}>+{tags.length - 1}</small> : null}
    </span>
  )
}
