/** The rows an action applies to: some by their ids, or all that match a list's filter. */
export type SelectedRows = { count: number; names: readonly string[] } & (
  | { ids: readonly number[] }
  | { filter: Record<string, string> }
)

/** One row, outside a list. */
export const only = (id: number, name?: string): SelectedRows => ({
  ids: [id],
  count: 1,
  names: name === undefined ? [] : [name],
})

/** The part of a call that says which rows; their ids go under `name`. */
export const rowsOf = <Name extends string>(name: Name, selected: SelectedRows) =>
  'filter' in selected
    ? { filter: selected.filter as never }
    : ({ [name]: [...selected.ids] } as unknown as Record<Name, number[]> & { filter?: undefined })

/** The same for the same rows. */
export const keyOf = (selected: SelectedRows): string =>
  'filter' in selected ? JSON.stringify(selected.filter) : selected.ids.join()
