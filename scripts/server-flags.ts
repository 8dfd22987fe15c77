/** Node flags for the server: by default it keeps some 70 MB ready for new objects, even if it is idle. */
export const serverFlags = ['--max-semi-space-size=8']
