/**
 * Lets modules above a domain take part in what the domain does, or extend it. The domain declares a hook in a separate
 * file, its module offers it, and the modules above use it.
 */
export interface Hook<Handler> {
  readonly name: string
  use(handler: Handler): HookUse
}

export interface HookUse {
  hook: AnyHook
  handler: unknown
}

export type AnyHook = Hook<never>

export function defineHook<Handler>(name: string): Hook<Handler> {
  const hook: Hook<Handler> = { name, use: (handler) => ({ hook, handler }) }
  return hook
}
