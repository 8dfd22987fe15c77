/** Texts of a task in which variables are replaced. */
export const textsOf = (task: {
  command: string | null
  path: string | null
  query: string | null
  body: string | null
}): string[] => [task.command, task.path, task.query, task.body].filter((one) => one !== null)
