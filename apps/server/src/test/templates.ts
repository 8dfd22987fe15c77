/** Databases that tests clone: one that was migrated, and one on which a server has also started. */
export const templates = { migrated: 'template_migrated', started: 'template_started' }

/** In the form of DATABASE_URL. */
export const urlOf = ({ host, user }: { host: string; user: string }, database: string) =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`
