/** What is said in the parts of a reply, beside its thoughts and its calls. */

export type Part = { readonly type?: string; readonly text?: string }

export function textIn(parts: readonly Part[]): string {
  return parts.map(({ type, text = '' }) => (type === 'text' ? text : '')).join('')
}
