/**
 * Names of the OpenTelemetry conventions for generative AI, all of them here.
 *
 * They are those of `open-telemetry/semantic-conventions-genai` as of August 2026, when semantic conventions were at
 * v1.44.0. All are of the stability "Development": whoever moves to another revision changes this file.
 */
export const names = {
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  agent: 'gen_ai.agent.name',
  workflow: 'gen_ai.workflow.name',
  conversation: 'gen_ai.conversation.id',
  outputType: 'gen_ai.output.type',
  errorType: 'error.type',
  sessionId: 'session.id',
  request: {
    model: 'gen_ai.request.model',
    temperature: 'gen_ai.request.temperature',
    maxTokens: 'gen_ai.request.max_tokens',
    seed: 'gen_ai.request.seed',
    stop: 'gen_ai.request.stop_sequences',
    stream: 'gen_ai.request.stream',
  },
  response: {
    model: 'gen_ai.response.model',
    finishReasons: 'gen_ai.response.finish_reasons',
    timeToFirstChunk: 'gen_ai.response.time_to_first_chunk',
  },
  usage: {
    input: 'gen_ai.usage.input_tokens',
    output: 'gen_ai.usage.output_tokens',
    cacheRead: 'gen_ai.usage.cache_read.input_tokens',
    cacheCreation: 'gen_ai.usage.cache_creation.input_tokens',
    reasoning: 'gen_ai.usage.reasoning.output_tokens',
  },
  tool: {
    name: 'gen_ai.tool.name',
    callId: 'gen_ai.tool.call.id',
    type: 'gen_ai.tool.type',
    /** Only who asks for content gets these two, and those below. */
    arguments: 'gen_ai.tool.call.arguments',
    result: 'gen_ai.tool.call.result',
  },
  content: {
    input: 'gen_ai.input.messages',
    output: 'gen_ai.output.messages',
    system: 'gen_ai.system_instructions',
  },
  tokenType: 'gen_ai.token.type',
  /** Neither Phoenix nor Langfuse knows workflows and plans by their operation: they are told by these. */
  openInferenceKind: 'openinference.span.kind',
  langfuseType: 'langfuse.observation.type',
} as const

export const operations = {
  workflow: 'invoke_workflow',
  agent: 'invoke_agent',
  plan: 'plan',
  chat: 'chat',
  tool: 'execute_tool',
  embeddings: 'embeddings',
  recall: 'search_memory',
} as const

export type Operation = (typeof operations)[keyof typeof operations]

/** What the conventions have no name for. */
export const ownNames = {
  loop: 'gyre.loop',
  persona: 'gyre.persona',
  personaVersion: 'gyre.persona.version',
  by: 'gyre.by',
  outcome: 'gyre.outcome',
  costUsd: 'gyre.cost_usd',
  activeMs: 'gyre.active_ms',
  stepPath: 'gyre.step.path',
  role: 'gyre.role',
  phase: 'gyre.phase',
  isMade: 'gyre.tool.made',
  retry: 'gyre.retry',
  retryModel: 'gyre.retry.model',
  retryWaitMs: 'gyre.retry.wait_ms',
  intervention: 'gyre.intervention',
  interventionId: 'gyre.intervention.id',
  interventionAction: 'gyre.intervention.action',
  interventionState: 'gyre.intervention.state',
} as const

/** Histograms, with the ends of their buckets as the conventions give them. */
const secondBounds = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92]
const chunkBounds = [0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
const tokenBounds = Array.from({ length: 14 }, (_, power) => 4 ** power)

export const histograms = {
  tokens: { name: 'gen_ai.client.token.usage', unit: '{token}', bounds: tokenBounds },
  operation: { name: 'gen_ai.client.operation.duration', unit: 's', bounds: secondBounds },
  firstChunk: { name: 'gen_ai.client.operation.time_to_first_chunk', unit: 's', bounds: chunkBounds },
  tool: { name: 'gen_ai.execute_tool.duration', unit: 's', bounds: secondBounds },
  agent: { name: 'gen_ai.invoke_agent.duration', unit: 's', bounds: secondBounds },
  workflow: { name: 'gen_ai.workflow.duration', unit: 's', bounds: secondBounds },
} as const

export type HistogramKey = keyof typeof histograms

/** How providers of models are called, where that is not what they are called here. */
const providers: Readonly<Record<string, string>> = {
  google: 'gcp.gemini',
  mistral: 'mistral_ai',
  xai: 'x_ai',
  bedrock: 'aws.bedrock',
  azure: 'azure.ai.openai',
}

/** `openai/gpt-5` as the conventions name it: who provides it, and which model it is. */
export function modelNames(id: string): { readonly provider: string; readonly model: string } {
  const at = id.indexOf('/')
  const provider = at < 0 ? 'gyre' : id.slice(0, at)
  return { provider: providers[provider] ?? provider, model: id.slice(at + 1) }
}

/** Why a model stopped, in the words of the conventions. */
export const finishReasons: Readonly<Record<string, string>> = {
  'tool-calls': 'tool_call',
  filtered: 'content_filter',
}
