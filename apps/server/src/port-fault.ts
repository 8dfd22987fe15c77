import { ConfigError } from './config.ts'

/** For the `catch` of a listen: the operator has to fix a port that is not available. */
export const portFault =
  (setting: string, port: number) =>
  (error: NodeJS.ErrnoException): never => {
    if (error.code === 'EADDRINUSE') throw new ConfigError(`${setting}: port ${port} is in use`)
    if (error.code === 'EACCES') throw new ConfigError(`${setting}: this account may not open port ${port}`)
    throw error
  }
