/** For Node, when it runs the server: by itself it keeps some 70 MB ready for new objects, also when nobody comes. */
export const serverFlags = ['--max-semi-space-size=8']
