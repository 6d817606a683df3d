/** What a refusal says the model, or the schema, is not fit for. */
import type { ModelRequest } from '@gyre/core'

/** What a model may turn out to lack: calls of tools, or replies in a schema. */
export type Capability = 'tools' | 'output'

/** `isLasting`: the model lacks it, whatever is asked. Otherwise this one schema is at fault. */
export type Incapability = { readonly capability: Capability; readonly isLasting: boolean }

export type Refusal = {
  readonly status: number | undefined
  readonly message: string
  /** All that the provider said. */
  readonly said: string
}

const refusingStatuses = new Set([400, 404, 422, 501])

/** Only what the request asked for can be what the model is not capable of. */
export function incapabilityOf(
  { status = 0, message, said }: Refusal,
  { tools = [], output }: Pick<ModelRequest, 'tools' | 'output'>,
): Incapability | undefined {
  if (!refusingStatuses.has(status)) return undefined
  if (output && isSchemaFault(message, said)) return { capability: 'output', isLasting: false }
  if (output && lacksOutput(message, said)) return { capability: 'output', isLasting: true }
  return tools.length > 0 && lacksTools(message) ? { capability: 'tools', isLasting: true } : undefined
}

const ofTools = /\btools?\b|function/i
const ofSchema = /schema|response_?format|output_(?:config|format)/i
const schemaFault =
  /invalid (?:json )?schema|invalid_json_schema|unknown name|should be non-empty|too many states|too (?:complex|deep)/i
const schemaWord =
  /['"`](?:oneOf|anyOf|allOf|not|if|\$ref|\$defs|additionalProperties|patternProperties|propertyNames|required|properties|items|prefixItems|enum|const|default|pattern|format|uniqueItems|(?:min|max)\w+|exclusive\w+|multipleOf)['"`]/

function isSchemaFault(message: string, said: string): boolean {
  // A fault in the schema of one tool is not one of the reply's.
  return ofSchema.test(said) && !ofTools.test(message) && (schemaFault.test(said) || schemaWord.test(message))
}

const refusal =
  /not (?:be )?(?:support|allow|enabl|available)|unsupported|do(?:es)?(?:n.t| not) support|unrecognized|extra inputs/i
const ofOutput =
  /response_?format|json[_ ]?schema|structured[ _]output|response_?(?:json_?)?schema|output_(?:config|format)/i

function lacksOutput(message: string, said: string): boolean {
  return ofOutput.test(said) && refusal.test(message) && !ofTools.test(message) && !isConditional(message)
}

const noTools = /tool choice requires|no endpoints found that support tool/i
const withoutTools = [
  /do(?:es)?(?:n.t| not) support (?:the )?(?:use of )?(?:native )?(?:tools?|functions|function[ _]?call\w*)\b(?!s?[ _-](?:choice|result|message))/i,
  /\b(?:tools?(?: use| usage| call(?:s|ing))?|function[ _]call(?:s|ing)) (?:is|are) (?:not |un)(?:supported|enabled|available|allowed)/i,
  /(?:unsupported|unrecognized|unknown)[^\n]{0,40}[:'"` ](?:tools|functions)\b(?!\[|\.)/i,
  /['"`](?:tools|functions)['"`] (?:is |are )?not (?:supported|allowed)/i,
]

function lacksTools(message: string): boolean {
  if (noTools.test(message)) return true
  return withoutTools.some((sentence) => sentence.test(message)) && !isConditional(message)
}

const condition =
  /\b(?:with|when|while|if|in|for)\b[^\n.]*\b(?:thinking|reasoning|images?|vision|results?|schema|strict)\b/i
const ofThinking = /(?:^|\s)(?:thinking|reasoning)(?: mode)? (?:do|is|may|can)/i

/** Whether it is refused only together with something else, and may be asked for without that. */
function isConditional(message: string): boolean {
  return condition.test(message) || ofThinking.test(message)
}
