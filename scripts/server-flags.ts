/** Node flags for the server: by default Node reserves some 70 MB for new objects, even when idle. */
export const serverFlags = ['--max-semi-space-size=8']
