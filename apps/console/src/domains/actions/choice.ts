/** The devices an action is for: some of them, or all that a list's filter stands for. */
export type Choice = { count: number; names: readonly string[] } & (
  | { ids: readonly number[] }
  | { filter: Record<string, string> }
)

/** The part of a call that says which devices. */
export const devicesOf = (choice: Choice) =>
  'filter' in choice ? { filter: choice.filter as never } : { device_id: [...choice.ids] }
