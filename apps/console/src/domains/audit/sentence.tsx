import type { AuditLine, AuditPart } from '@longreach/contract/audit/endpoints'
import { Link } from '@tanstack/react-router'
import type { Search } from '../../api/search.ts'
import classes from './audit.module.css'

/** Page of an object; null if it has none. */
function placeOf({ kind, id, text }: AuditPart): { to: string; search?: Search } | null {
  if (id === undefined) return null
  switch (kind) {
    case 'device':
      return { to: `/devices/${id}` }
    case 'company':
      return { to: `/companies/${id}` }
    case 'tag':
      return { to: `/tag/${id}` }
    case 'remote_access':
      return { to: `/remote/access/${id}` }
    case 'user':
      return { to: '/users', search: { q: text } }
    default:
      return null
  }
}

/** The change as a sentence; names of objects link to their pages. */
export function Sentence({ line }: { line: Pick<AuditLine, 'parts'> }) {
  return line.parts.map((part, at) => {
    const place = placeOf(part)
    return place ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a sentence have no other name
      <Link key={at} {...place} className={classes.name} tabIndex={-1}>
        {part.text}
      </Link>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a sentence have no other name
      <span key={at}>{part.text}</span>
    )
  })
}
