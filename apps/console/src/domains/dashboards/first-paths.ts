/**
 * URLs of what a dashboard shows, exactly; $1 and $2 are the ids of its path. index.html requests them before the bundle
 * runs.
 */
const boardPaths = ['', '/values', '/past'].map((end) => `/devices/$1/dashboards/$2${end}`)

/** In the frame, and on its own. */
export const boardScreens = {
  framed: {
    pattern: '^/devices/(\\d+)/dashboards/(\\d+)$',
    paths: [...boardPaths, '/devices/$1', '/devices/$1/dashboards'],
  },
  alone: { pattern: '^/device/(\\d+)/dashboard/(\\d+)$', paths: boardPaths },
} as const
