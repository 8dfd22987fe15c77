/** Databases that tests clone: one that was migrated, and one that a server has started on as well. */
export const templates = { migrated: 'template_migrated', started: 'template_started' }

/** In the form of DATABASE_URL. */
export const urlOf = ({ host, user }: { host: string; user: string }, database: string) =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`
