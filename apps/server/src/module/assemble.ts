import type { AnyHook } from './hook.ts'
import type { Assembly, Module } from './module.ts'
import { partitionJob, partitionsOf } from './partitions.ts'
import { retentionJobs } from './retention.ts'
import type { Services } from './services.ts'

/** Collects the users of each hook. Throws if a module is listed twice, or before one whose hook it uses. */
function collectHooks<Needs>(
  modules: readonly Module<Needs, never>[],
  services: Needs,
  assembly: Assembly,
  handlers: Map<AnyHook, unknown[]>,
): void {
  const names = new Set<string>()
  for (const { name, offers = [], hooks } of modules) {
    if (names.has(name)) throw new Error(`Module ${name} is listed twice`)
    names.add(name)
    for (const hook of offers) handlers.set(hook, [])
    for (const { hook, handler } of hooks?.(services, assembly) ?? []) {
      const offered = handlers.get(hook)
      if (offered) {
        offered.push(handler)
        continue
      }
      const owner = modules.find((other) => other.offers?.includes(hook))
      throw new Error(
        owner
          ? `Module ${name} uses hook ${hook.name} and has to be listed after module ${owner.name}`
          : `Module ${name} uses hook ${hook.name}, which no module offers`,
      )
    }
  }
}

/** Assembles the declarations of the modules. Throws with the name of a module if they do not fit together. */
export function assemble<Needs extends Pick<Services, 'db'>, ApiNeeds extends Needs>(
  modules: readonly Module<Needs, ApiNeeds>[],
  services: Needs,
) {
  const hooks = new Map<AnyHook, unknown[]>()
  const assembly: Assembly = {
    handlers(hook) {
      const found = hooks.get(hook)
      if (!found) throw new Error(`Hook ${hook.name} is offered by no module`)
      return found as never
    },
    followingTables: modules.flatMap(({ tables }) => tables?.follow ?? []),
    namedObjects: modules.flatMap(({ named }) => named ?? []),
    undoKinds: () => modules.flatMap(({ undo }) => undo?.(services, assembly) ?? []),
  }
  collectHooks(modules, services, assembly, hooks)
  const retention = modules.flatMap((module) => module.retention ?? [])
  for (const { metrics } of modules) metrics?.(services)
  return {
    ...assembly,
    eventHandlers: modules.flatMap(({ events }) => events?.(services, assembly) ?? []),
    news: modules.flatMap((module) => module.news ?? []),
    channelSources: modules.flatMap((module) => module.channelSources ?? []),
    routes: (api: ApiNeeds) => modules.flatMap(({ routes }) => routes?.(api, assembly) ?? []),
    jobs: () => [
      ...modules.flatMap(({ jobs }) => jobs?.(services, assembly) ?? []),
      ...retentionJobs(services.db, retention),
      partitionJob(services.db, partitionsOf(modules)),
    ],
    loops: () => modules.flatMap(({ loops }) => loops?.(services, assembly) ?? []),
    async silentNodes() {
      for (const module of modules) await module.silentNodes?.(services, assembly)
    },
  }
}
