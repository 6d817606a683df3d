/**
 * Redaction, before an answer is cut and looked through: half of a secret would be known to nobody as one, and the
 * places of what is suspected are those in the text that is shown. Data are left to the kernel, which looks through all.
 */
import type { Redactor } from '@gyre/core'
import type { Finish } from '../guard-path.ts'
import { type Attachment, isTextFile } from './file-text.ts'

export function redaction(redact: Redactor): Finish {
  return (_, answer) => {
    const { output } = answer
    const { parts } = output
    const text = redact.text(output.text)
    if (text === output.text && !parts?.some(isTextFile)) return answer
    const files = parts && { parts: parts.map((part) => withoutSecrets(part, redact)) }
    return { ...answer, output: { ...output, text, ...files } }
  }
}

function withoutSecrets(part: Attachment, redact: Redactor): Attachment {
  return isTextFile(part) ? { ...part, data: redact.text(part.data) } : part
}
