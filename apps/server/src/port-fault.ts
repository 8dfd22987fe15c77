import { ConfigError } from './config.ts'

/** For `catch` of what listens: a port that cannot be had is the operator's to put right. */
export const portFault =
  (setting: string, port: number) =>
  (error: NodeJS.ErrnoException): never => {
    if (error.code === 'EADDRINUSE') throw new ConfigError(`${setting}: port ${port} is in use`)
    if (error.code === 'EACCES') throw new ConfigError(`${setting}: this account may not open port ${port}`)
    throw error
  }
