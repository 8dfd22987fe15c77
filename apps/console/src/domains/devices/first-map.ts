/** Zoom of the groups of the whole world: those of a map that shows all of it, and some finer ones. */
export const worldZoom = '4'

/** URLs of what a map without filters shows, exactly. index.html requests them before the bundle runs. */
export const firstMapPaths = [`/devices/places?zoom=${worldZoom}`, '/devices/base-map']
