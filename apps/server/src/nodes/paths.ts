/** Paths of requests between nodes; only signed requests are answered. */
export const nodeFolder = '/.node/'

export const nodePaths = {
  link: `${nodeFolder}link`,
  ask: `${nodeFolder}ask`,
  restart: `${nodeFolder}restart`,
  offer: (ticket: string, deviceId: number, tunnel: string) => `${nodeFolder}offer/${ticket}/${deviceId}/${tunnel}`,
  channel: (tunnel: string) => `${nodeFolder}channel/${tunnel}`,
} as const

export const offerPath = /^\/\.node\/offer\/([0-9a-f]{32})\/([1-9]\d{0,15})\/([0-9a-f]{32})$/
export const channelPath = /^\/\.node\/channel\/([0-9a-f]{32})$/
