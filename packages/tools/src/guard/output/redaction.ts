/** Redaction of what will be cut: half of a secret would be known to nobody as one. All else the kernel looks through. */
import { type Redactor, redactor } from '@gyre/core'
import type { Finish } from '../guard-path.ts'
import type { ToolPosts } from '../tool-posts.ts'
import { type Attachment, isTextFile } from './file-text.ts'

export function redaction(posts: ToolPosts, secrets: readonly string[]): Finish {
  const redact = redactor(secrets)
  return (tool, answer) => {
    const { output } = answer
    const { text, parts } = output
    const isLong = text.length > posts.of(tool).limits.outputChars
    if (!isLong && !parts?.some(isTextFile)) return answer
    const clean = isLong ? redact.text(text) : text
    const files = parts && { parts: parts.map((part) => withoutSecrets(part, redact)) }
    return { ...answer, output: { ...output, text: clean, ...files } }
  }
}

function withoutSecrets(part: Attachment, redact: Redactor): Attachment {
  return isTextFile(part) ? { ...part, data: redact.text(part.data) } : part
}
