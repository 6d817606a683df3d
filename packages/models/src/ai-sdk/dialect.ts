/** What a provider's wire format can carry, and what has to be said in another way. */
import type { CallIdForm } from './call-ids.ts'

export type Dialect = {
  /** The first word of the provider's name: whose signatures it takes back. */
  readonly provider: string
  /** Where system messages may stand: anywhere, before all others, or one alone. */
  readonly system: 'anywhere' | 'leading' | 'single'
  /** Whether a tool's answer may hold pictures and files. Otherwise they follow in a message of the user. */
  readonly filesInResults: boolean
  /** Whether reasoning is taken back only with the provider's own signature. */
  readonly signedReasoning: boolean
  /** Whether a message of the user right after a tool's answer is refused. */
  readonly answersTools: boolean
  /** How the ids of tool calls must look. */
  readonly callIds: CallIdForm
  /** Whether the prompt has to name the places up to which it is cached. */
  readonly cacheMarks: boolean
}

const strict: Omit<Dialect, 'provider'> = {
  system: 'single',
  filesInResults: false,
  signedReasoning: false,
  answersTools: false,
  callIds: 'plain',
  cacheMarks: false,
}

const mistralFamily = /mi[sx]tral|devstral|magistral|codestral/i

/** The dialect of a language model, by its provider's name (`anthropic.messages`) and its own. */
export function dialectOf(provider: string, modelId: string): Dialect {
  const [name = ''] = provider.split('.')
  if (name === 'openai') {
    const filesInResults = !provider.endsWith('.chat')
    return { ...strict, provider: name, system: 'anywhere', filesInResults, signedReasoning: true }
  }
  if (provider.includes('anthropic'))
    return {
      ...strict,
      provider: name,
      system: 'leading',
      filesInResults: true,
      signedReasoning: true,
      cacheMarks: true,
    }
  if (name === 'google')
    return { ...strict, provider: name, system: 'leading', filesInResults: true, signedReasoning: true }
  // Chat templates of local servers are as strict as Mistral's own service.
  const isMistral = name === 'mistral' || mistralFamily.test(modelId)
  return { ...strict, provider: name, answersTools: isMistral, callIds: isMistral ? 'nine' : 'plain' }
}
