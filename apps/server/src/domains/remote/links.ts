import type { SessionRow } from './session-store.ts'

/** Path on a session's own host where its one-time key is exchanged. */
export const openPath = '/.connect/open'

/** The link that opens a session once. */
export function linkTo(row: Pick<SessionRow, 'protocol' | 'url'>, consoleOrigin: string, ticket: string): string {
  return row.protocol === 'ssh'
    ? `${consoleOrigin}/rms-connect/ssh?key=${ticket}`
    : `${row.url.replace(/\/$/, '')}${openPath}?ticket=${ticket}`
}
