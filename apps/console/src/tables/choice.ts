/** The rows an action is for: some of them, or all that a list's filter stands for. */
export type Choice = { count: number; names: readonly string[] } & (
  | { ids: readonly number[] }
  | { filter: Record<string, string> }
)
