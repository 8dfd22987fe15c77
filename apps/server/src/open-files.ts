/** Files of the server itself: the database's connections, logs, libraries, pipes. */
const ownFiles = 300

interface Report {
  userLimits?: { open_files?: { soft?: number | string } }
}

/** Files this process may have open at once; undefined where the system does not say or has no limit. */
export function openFilesAllowed(): number | undefined {
  const { userLimits } = process.report.getReport() as Report
  const allowed = Number(userLimits?.open_files?.soft)
  return Number.isFinite(allowed) && allowed > 0 ? allowed : undefined
}

export interface FilePlan {
  /** Links of devices that can be kept open. */
  links: number
  /** Open files for all that was asked for. */
  required: number
}

/**
 * What the open files are spent on: each device has a link and may open a tunnel, each browser connections. With too few
 * the gateway takes fewer devices and says 'busy' to the others, which come back; a process without files serves nobody.
 */
export function planFiles(asked: { links: number; connections: number }, allowed: number | undefined): FilePlan {
  const rest = asked.connections + ownFiles
  const tunnels = Math.ceil(asked.links / 20)
  const required = asked.links + tunnels + rest
  if (allowed === undefined || allowed >= required) return { links: asked.links, required }
  return { links: Math.max(Math.floor((allowed - rest) / 1.05), 1), required }
}
