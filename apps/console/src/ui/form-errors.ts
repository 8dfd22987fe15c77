/** The errors of a form according to a schema of the contract, by the name of the field; null if it is valid. */
export function fieldErrors(
  parsed:
    | { success: true }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } },
): Record<string, string> | null {
  if (parsed.success) return null
  const errors: Record<string, string> = {}
  for (const issue of parsed.error.issues) errors[String(issue.path.at(-1) ?? '')] ??= issue.message
  return errors
}
