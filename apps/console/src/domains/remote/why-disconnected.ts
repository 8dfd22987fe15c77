const online = 1
const offline = 0

/** Why no session can be opened on a device with that status; null if one can. */
export const whyDisconnected = (status: number | null): 'offline' | 'never' | null =>
  status === online ? null : status === offline ? 'offline' : 'never'
