/** The fields named in `fields`, separated by commas, and always the id; all fields if it is not given. */
export function chooseFields<Row extends { id: number }>(row: Row, fields: string | undefined): Partial<Row> {
  if (!fields) return row
  const chosen = new Set(['id', ...fields.split(',')])
  return Object.fromEntries(Object.entries(row).filter(([name]) => chosen.has(name))) as Partial<Row>
}
