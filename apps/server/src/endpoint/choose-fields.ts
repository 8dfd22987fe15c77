/** Only the fields of `fields`, a list of names separated by commas, and always the id; all of them without it. */
export function chooseFields<Row extends { id: number }>(row: Row, fields: string | undefined): Partial<Row> {
  if (!fields) return row
  const chosen = new Set(['id', ...fields.split(',')])
  return Object.fromEntries(Object.entries(row).filter(([name]) => chosen.has(name))) as Partial<Row>
}
