/** The rows that an action applies to: some by id, or all that match the filter of a list. */
export type SelectedRows = { count: number; names: readonly string[] } & (
  | { ids: readonly number[] }
  | { filter: Record<string, string> }
)

/** A single row, outside a list. */
export const only = (id: number, name?: string): SelectedRows => ({
  ids: [id],
  count: 1,
  names: name === undefined ? [] : [name],
})

/** The part of a request body that selects the rows; their ids are sent as `name`. */
export const rowsOf = <Name extends string>(name: Name, selected: SelectedRows) =>
  'filter' in selected
    ? { filter: selected.filter as never }
    : ({ [name]: [...selected.ids] } as unknown as Record<Name, number[]> & { filter?: undefined })

/** Equal for selections of the same rows. */
export const keyOf = (selected: SelectedRows): string =>
  'filter' in selected ? JSON.stringify(selected.filter) : selected.ids.join()
