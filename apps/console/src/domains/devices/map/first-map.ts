/** Zoom of the groups for the whole world: a little finer than a map of the whole world needs. */
export const worldZoom = '4'

/** Exact URLs that a map without filters requests; index.html requests them before the bundle runs. */
export const firstMapPaths = [`/devices/places?zoom=${worldZoom}`, '/devices/base-map']
