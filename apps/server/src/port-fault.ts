import { ConfigError } from './config.ts'

/** For the `catch` of a listen: a port that is not available is for the operator to fix. */
export const portFault =
  (setting: string, port: number) =>
  (error: NodeJS.ErrnoException): never => {
    if (error.code === 'EADDRINUSE') throw new ConfigError(`${setting}: port ${port} is in use`)
    if (error.code === 'EACCES') throw new ConfigError(`${setting}: this account may not open port ${port}`)
    throw error
  }
