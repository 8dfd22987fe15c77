type Part = string | null | undefined

/** Texts of a task in which variables are replaced; of one that is stored, or of a run. */
export const textsOf = (task: { command?: Part; path?: Part; query?: Part; body?: Part }): string[] =>
  [task.command, task.path, task.query, task.body].flatMap((one) => one ?? [])
