type Part = string | null | undefined

/** Texts with variables in a task, either stored or in a run. */
export const textsOf = (task: { command?: Part; path?: Part; query?: Part; body?: Part }): string[] =>
  [task.command, task.path, task.query, task.body].flatMap((one) => one ?? [])
