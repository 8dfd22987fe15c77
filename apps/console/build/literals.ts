interface Node {
  type: string
  start: number
  name?: string | Node
  key?: Node
  value?: unknown
  callee?: Node
  arguments?: Node[]
  expression?: Node
  consequent?: Node
  alternate?: Node
  left?: Node
  right?: Node
  quasis?: { value: { raw: string } }[]
}

/** Attributes and object fields that users read. */
const shown = new Set([
  ...['label', 'title', 'subtitle', 'text', 'hint', 'placeholder', 'message', 'description', 'alt', 'addon', 'subtext'],
  ...['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'confirmText', 'cancelText', 'empty'],
])
const notifies = new Set(['toast', 'undoable', 'notify'])

/** Texts that are the same in every language: units and abbreviations, keys of catalogues, names of types, headers. */
const neutral = /^(?:[^\p{Ll}]*|[a-z][\w-]*(?:[:.][\w.]*)?|Authorization: Bearer)$/u
const units = /\b(?:dBm?|k?Hz|[kMG]?B)\b/g
const isForUsers = (text: string) => /\p{L}{2}/u.test(text) && !neutral.test(text.replace(units, '').trim())

function* textsOf(node: Node | null | undefined): Generator<string> {
  if (!node) return
  if (node.type === 'Literal' && typeof node.value === 'string') yield node.value
  if (node.type === 'TemplateLiteral') yield (node.quasis ?? []).map(({ value }) => value.raw).join(' ')
  if (node.type === 'JSXExpressionContainer') yield* textsOf(node.expression)
  if (node.type === 'ConditionalExpression') yield* [...textsOf(node.consequent), ...textsOf(node.alternate)]
  if (node.type === 'LogicalExpression') yield* [...textsOf(node.left), ...textsOf(node.right)]
}

const nameOf = (node?: Node) => (typeof node?.name === 'string' ? node.name : undefined)

function* literalsOf(node: Node): Generator<string> {
  if (node.type === 'JSXText' && typeof node.value === 'string') yield node.value
  if (node.type === 'JSXExpressionContainer') yield* textsOf(node)
  if (node.type === 'JSXAttribute') {
    if (typeof node.name === 'object' && shown.has(nameOf(node.name) ?? '')) yield* textsOf(node.value as Node)
  } else if (node.type === 'Property' && shown.has(nameOf(node.key) ?? '')) yield* textsOf(node.value as Node)
  else if (node.type === 'CallExpression' && notifies.has(nameOf(node.callee) ?? ''))
    yield* textsOf(node.arguments?.[0])
}

/** Finds texts for users in a syntax tree that belong in a catalogue. */
export function* findLiterals(tree: unknown, attribute = false): Generator<string> {
  if (typeof tree !== 'object' || tree === null) return
  const node = tree as Node
  // The name of an attribute decides how its expression is treated.
  if (!(attribute && node.type === 'JSXExpressionContainer'))
    for (const text of literalsOf(node)) if (isForUsers(text)) yield text.trim()
  for (const inner of Object.values(tree)) yield* findLiterals(inner, node.type === 'JSXAttribute')
}
