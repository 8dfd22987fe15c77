/** Files of the server itself: database connections, logs, libraries, pipes. */
const ownFiles = 300

interface Report {
  userLimits?: { open_files?: { soft?: number | string } }
}

/** Open files allowed for this process; undefined if the system reports none or has no limit. */
export function openFilesAllowed(): number | undefined {
  const { userLimits } = process.report.getReport() as Report
  const allowed = Number(userLimits?.open_files?.soft)
  return Number.isFinite(allowed) && allowed > 0 ? allowed : undefined
}

export interface FilePlan {
  /** Device links that fit into the limit. */
  links: number
  /** Open files for the whole configuration. */
  required: number
}

/**
 * Divides the open files: each device has a link and may open a tunnel, each browser has connections. With too few, the
 * gateway takes fewer devices and answers 'busy' to the others, which come back; a process without any file left cannot
 * serve at all.
 */
export function planFiles(asked: { links: number; connections: number }, allowed: number | undefined): FilePlan {
  const rest = asked.connections + ownFiles
  const tunnels = Math.ceil(asked.links / 20)
  const required = asked.links + tunnels + rest
  if (allowed === undefined || allowed >= required) return { links: asked.links, required }
  return { links: Math.max(Math.floor((allowed - rest) / 1.05), 1), required }
}
