/** The rows an action is for: some of them, or all that a list's filter stands for. */
export type Choice = { count: number; names: readonly string[] } & (
  | { ids: readonly number[] }
  | { filter: Record<string, string> }
)

/** One row, chosen beside a list. */
export const only = (id: number, name?: string): Choice => ({
  ids: [id],
  count: 1,
  names: name === undefined ? [] : [name],
})

/** The part of a call that says which rows; their ids go under `name`. */
export const rowsOf = <Name extends string>(name: Name, choice: Choice) =>
  'filter' in choice
    ? { filter: choice.filter as never }
    : ({ [name]: [...choice.ids] } as unknown as Record<Name, number[]> & { filter?: undefined })

/** Tells one choice from another. */
export const keyOf = (choice: Choice): string =>
  'filter' in choice ? JSON.stringify(choice.filter) : choice.ids.join()
