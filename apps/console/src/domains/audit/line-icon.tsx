import {
  IconArrowBackUp,
  IconArrowsMove,
  IconDownload,
  IconHandStop,
  IconKey,
  IconLogin2,
  IconPencil,
  IconPlayerPlay,
  IconPlus,
  IconSettings,
  IconTag,
  IconTerminal2,
  IconTrash,
  IconUserPlus,
  type TablerIcon,
} from '@tabler/icons-react'

/** The first matching entry applies. */
const icons: readonly [RegExp, TablerIcon][] = [
  [/^audit\.undo$/, IconArrowBackUp],
  [/sign_in_refused|cookie_reused/, IconHandStop],
  [/^account\.(login|revoke|end_)/, IconLogin2],
  [/^(storage|notifications)\./, IconSettings],
  [/\.export/, IconDownload],
  [/invite|register|resend/, IconUserPlus],
  [/key|enrolment|password|token|approve|reject/, IconKey],
  [/tag/, IconTag],
  [/\.move$/, IconArrowsMove],
  [/\.delete/, IconTrash],
  [/\.create/, IconPlus],
  [/^remote\.(open|close|extend|ticket|restart|check)/, IconTerminal2],
  [/^actions\./, IconPlayerPlay],
]

/** Kind of change, beside the sentence. */
export function LineIcon({ action }: { action: string }) {
  const Icon = action.startsWith('tags.')
    ? (icons.slice(-4).find(([pattern]) => pattern.test(action))?.[1] ?? IconPencil)
    : (icons.find(([pattern]) => pattern.test(action))?.[1] ?? IconPencil)
  return <Icon size={16} stroke={1.6} aria-hidden="true" />
}
