import type { Db } from '../db/client.ts'
import { keepPartitions, type Partitioned } from '../db/partitions.ts'
import { type Job, job } from '../jobs/job.ts'
import type { Module } from './module.ts'

export const partitionsOf = (modules: readonly Pick<Module<never>, 'partitions'>[]): Partitioned[] =>
  modules.flatMap(({ partitions }) => partitions ?? [])

export const partitionJob = (db: Db, tables: readonly Partitioned[]): Job =>
  job({ name: 'partitions.keep', every: '41 * * * *' }).handle(
    async () => void (await keepPartitions(db, tables, new Date())),
  )
