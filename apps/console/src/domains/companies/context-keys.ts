const levelOf = (row: Element) => Number(row.getAttribute('aria-level'))

/** The row of the parent, in a list of rows with levels. */
export function parentRow<Row extends Element>(rows: readonly Row[], at: number): Row | undefined {
  const row = rows[at]
  return row && rows.slice(0, at).findLast((one) => levelOf(one) < levelOf(row))
}
