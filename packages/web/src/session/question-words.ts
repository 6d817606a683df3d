/** What a session asks, in words that people know. */

const resourceWords: Readonly<Record<string, string>> = {
  modelCalls: 'model calls',
  toolCalls: 'tool calls',
  inputTokens: 'tokens sent',
  outputTokens: 'tokens written',
  tokens: 'tokens',
  costUsd: 'US dollars',
  activeMs: 'milliseconds of work',
  turns: 'turns',
  rounds: 'rounds',
  planSteps: 'steps of the plan',
}

/** What a budget question asks for more of. */
export function resourceWord(resource: string): string {
  return resource.startsWith('tool:')
    ? `calls of ${resource.slice('tool:'.length)}`
    : (resourceWords[resource] ?? resource)
}

type Asked = {
  readonly kind?: unknown
  readonly question?: unknown
  readonly data?: unknown
}

/** Of an approval its arguments stand below, whole, and of a limit the amounts: the kernel's line would show them twice. */
export function questionText({ kind, question = '', data }: Asked): string {
  const { tool, resource } = (data ?? {}) as { readonly tool?: unknown; readonly resource?: unknown }
  if (kind === 'approval' && typeof tool === 'string') return `Run ${tool}?`
  if (kind === 'budget' && typeof resource === 'string') return `No ${resourceWord(resource)} are left. Grant more?`
  return String(question)
}

/** The same where there is no other script for the names that the kernel marks. */
export function plainQuestion(asked: Asked): string {
  const text = questionText(asked)
  return asked.kind === 'question' ? text : text.replaceAll('`', '')
}

/** What the kernel says of a limit, with the name of the amount that people know. */
export function plainMessage(message: string): string {
  return message.replace(/\bThe limit of ([\w:.-]+) is reached/, (_, resource: string) => {
    return `The limit of ${resourceWord(resource)} is reached`
  })
}

export type QuestionParts = { readonly before: string; readonly asked: string }

/** Models tell what they know first and ask in the last line: that is the question, the rest leads to it. */
export function questionParts(question: Asked): QuestionParts {
  const text = plainQuestion(question).trim()
  const at = text.lastIndexOf('\n')
  const asked = text.slice(at + 1).trim()
  if (question.kind !== 'question' || at < 0 || !asked.includes('?')) return { before: '', asked: text }
  return { before: text.slice(0, at).trim(), asked: asked }
}
