import { type OpenMap, openMap } from './base-map.ts'
import type { InstallInfo } from './domains/devices/enrolment/routes.ts'
import { type BlobStore, createBlobStore } from './domains/files/blobs.ts'
import { createMailer, type Mailer } from './domains/mail/mailer.ts'
import type { Transport } from './domains/mail/transport.ts'
import type { ConnectServices } from './domains/remote/module.ts'
import { type DiskSpace, watchDiskSpace } from './domains/system/disk-space.ts'
import type { Services } from './module/services.ts'

/** Services for modules on every node: the common ones, and those that domains provide for others. */
export interface ServerServices extends Services {
  mailer: Mailer
  /** undefined without a mail server. */
  transport: Transport | undefined
  diskSpace: DiskSpace
  /** Content of files. */
  blobs: BlobStore
  baseMap: OpenMap
}

export interface ApiServices extends ServerServices {
  install: InstallInfo
  connect: ConnectServices
}

/** `folders`: their disks are watched. Functions that stop the services are added to `stops`. */
export async function createServices(
  base: Services,
  { folders, stops }: { folders: readonly string[]; stops: (() => unknown)[] },
): Promise<ServerServices> {
  const { config, db, seal, queue, brand, log } = base
  // Loaded only if it is set, for a faster start.
  const transport =
    config.SMTP_URL && config.MAIL_FROM
      ? (await import('./domains/mail/transport.ts')).createTransport(config.SMTP_URL, {
          name: brand.full_app_name,
          address: config.MAIL_FROM,
        })
      : undefined
  const mailer = createMailer({ seal, queue, brand, sends: transport !== undefined })
  const diskSpace = await watchDiskSpace({ db, folders, required: config.MIN_FREE_MB * 1024 * 1024, log })
  stops.push(() => diskSpace.stop())
  const baseMap = await openMap(config, log)
  return { ...base, transport, mailer, diskSpace, blobs: createBlobStore({ seal }), baseMap }
}
